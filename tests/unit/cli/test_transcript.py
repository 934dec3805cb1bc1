"""A session as it is printed."""

from cm.cli import transcript
from cm.flows.transcript import Line, SessionShown
from cm.model.session import SessionHead

PAGE = "begin " + "x" * 3000 + " end"


def test_a_page_in_one_line_of_output_is_cut_until_all_of_it_is_asked_for():
    line = Line(id="e-1", seq=0, at="", by="tool", kind="output", text=PAGE)
    shown = SessionShown(SessionHead("host/a1", "host", "a1"), "", (line,))
    told = transcript.render(shown)
    assert len(told) < 800
    assert "1 event folded: --full" in told
    assert "end" in transcript.render(shown, full=True)
