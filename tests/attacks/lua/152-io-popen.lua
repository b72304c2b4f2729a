-- attack: reads a file while the manifest is read
-- lab: x01-poly
-- run: check
-- expect: ERROR run
-- layer: the Lua box: no such function, and seccomp behind it
local title = io.open("@CANARY@"):read("a")
error(title)

-- @LAB@: the whole of x01-poly
