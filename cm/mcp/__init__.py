"""The MCP door: the verbs of the command line for agents that speak the protocol, over stdio and HTTP. Flows decide, this renders."""
