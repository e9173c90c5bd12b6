"""The history of the schema. `HEAD` is the revision this program writes and reads."""

HEAD = "0003"
