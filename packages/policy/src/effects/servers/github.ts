/** `@modelcontextprotocol/server-github` and `github-mcp-server`: nothing on this machine is touched, but repositories elsewhere are. */
import { all, type KnownServer, nothing, outside } from "./server.ts";

const reads = `actions_get actions_list find_duplicate get_code_quality_finding get_code_scanning_alert get_commit
  get_dependabot_alert get_discussion get_discussion_comments get_file_blame get_file_contents get_gist
  get_global_security_advisory get_issue get_job_logs get_label get_latest_release get_me get_notification_details
  get_pull_request get_pull_request_comments get_pull_request_files get_pull_request_reviews get_pull_request_status
  get_release_by_tag get_repository_tree get_secret_scanning_alert get_tag get_team_members get_teams
  issue_dependency_read issue_read list_branches list_code_scanning_alerts list_commits list_dependabot_alerts
  list_discussion_categories list_discussions list_gists list_global_security_advisories list_issue_fields
  list_issue_types list_issues list_label list_notifications list_org_repository_security_advisories
  list_pull_requests list_releases list_repository_collaborators list_repository_security_advisories
  list_secret_scanning_alerts list_starred_repositories list_tags projects_get projects_list pull_request_read
  search_code search_commits search_issues search_orgs search_pull_requests search_repositories search_users`;

const writes = `actions_run_trigger add_comment_to_pending_review add_issue_comment add_issue_comment_reaction
  add_issue_reaction add_pull_request_review_comment add_pull_request_review_comment_reaction
  add_reply_to_pull_request_comment add_sub_issue assign_copilot_to_issue assign_copilot_to_issue_with_intent
  create_branch create_gist create_issue create_or_update_file create_pull_request create_pull_request_review
  create_repository delete_file delete_pending_pull_request_review delete_repository discussion_comment_write
  dismiss_notification fork_repository issue_dependency_write issue_write label_write manage_notification_subscription
  manage_repository_notification_subscription mark_all_notifications_read merge_pull_request projects_write
  pull_request_review_write push_files remove_sub_issue reprioritize_sub_issue request_copilot_review
  request_pull_request_reviewers resolve_review_thread set_issue_fields star_repository sub_issue_write
  submit_pending_pull_request_review unresolve_review_thread unstar_repository update_gist update_issue
  update_issue_assignees update_issue_body update_issue_labels update_issue_milestone update_issue_state
  update_issue_title update_issue_type update_pull_request update_pull_request_body update_pull_request_branch
  update_pull_request_draft_state update_pull_request_state update_pull_request_title`;

export const github: KnownServer = {
  name: "github",
  startedAs: [
    "@modelcontextprotocol/server-github",
    "mcp-server-github",
    "github-mcp-server",
    "ghcr.io/github/github-mcp-server",
    "mcp/github",
    "https://api.githubcopilot.com/mcp",
  ],
  tools: {
    ...all(reads, () => nothing),
    ...all(writes, () => outside("github.com")),
  },
};
