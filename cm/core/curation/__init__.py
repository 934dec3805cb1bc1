"""The gate and the curator: `admit`, `decide`, `apply`, `sweep`, `curate`, and a rule's `life`."""
