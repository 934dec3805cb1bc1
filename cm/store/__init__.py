"""All that touches disk, database or git. Nothing here decides; decisions come from `cm.core`."""
