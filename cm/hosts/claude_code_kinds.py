"""The kinds of records in a Claude Code transcript that tell nothing to keep: counted by name, and no more.

A kind in none of these tables, and not read by `claude_code_fold.py`, is counted as unknown.
"""

from __future__ import annotations

from typing import Final

from cm.hosts.shapes import names

BOOKKEEPING: Final = names(
    "progress file-history-snapshot file-history-delta last-prompt mode permission-mode agent-setting agent-color "
    "pr-link bridge-session atis-latch worktree-state frame-link started result relocated api-request "
    "api-request-shape api-request-blob tools-used cost-state summary ai-title custom-title agent-name tag "
    "task-summary marble-origami-commit content-replacement speculation-accept attribution-snapshot"
)
ATTACHMENTS: Final = names(
    "hook_success hook_system_message hook_non_blocking_error hook_blocking_error hook_cancelled hook_stopped_continuation "
    "total_tokens_reminder task_reminder todo_reminder deferred_tools_delta agent_listing_delta mcp_instructions_delta "
    "auto_mode skill_listing file nested_memory command_permissions date_change compact_file_reference edited_text_file "
    "invoked_skills read_truncation_notice dynamic_skill plan_mode plan_mode_exit plan_mode_reentry task_status "
    "ultra_effort_enter ultra_effort_exit budget_usd batching_reminder_sent silent_turn_reminder environment model "
    "session_context date remote_session_change prompt_snapshot directory token_usage relevant_memories"
)
SYSTEM: Final = names(
    "stop_hook_summary turn_duration api_error compact_boundary microcompact_boundary away_summary session_start "
    "informational api_refusal error model_refusal_fallback bridge_status scheduled_task_fire memory_saved "
    "agents_killed api_metrics file_snapshot permission_retry"
)
