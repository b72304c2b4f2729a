-- attack: loads a C library
-- lab: x01-poly
-- run: check
-- expect: ERROR run
-- layer: the Lua box: no such function, and seccomp behind it
require("posix").fork()

-- @LAB@: the whole of x01-poly
