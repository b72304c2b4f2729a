-- attack: runs a command while the manifest is read
-- lab: x01-poly
-- run: check
-- expect: ERROR run
-- layer: the Lua box: no such function, and seccomp behind it
os.execute("cat @CANARY@ >&2")

-- @LAB@: the whole of x01-poly
