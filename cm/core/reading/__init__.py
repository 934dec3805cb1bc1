"""What a session says: directives, outcomes, commands, the diary, and the deltas that follow."""
