"""What a decision changed about a rule is told in words of the product."""

from dataclasses import replace

from cm.core.curation.versions import Changed, differences
from cm.model.rule import Unmerged
from tests.kit import rule


def test_a_line_of_work_is_told_by_its_branch_and_the_beginning_of_its_commit():
    before = replace(rule("Lock the queue."), unmerged=Unmerged("feature/one", "a7d1e4f01c44bed4" + "0" * 24))
    after = replace(before, unmerged=replace(before.unmerged, branch="feature/two"))
    assert differences(before, after) == (
        Changed("unmerged", "feature/one at a7d1e4f01c44", "feature/two at a7d1e4f01c44"),
    )
    assert differences(after, replace(after, unmerged=Unmerged("feature/two")))[0].now == "feature/two"
    assert differences(after, replace(after, unmerged=None))[0].now == ""
