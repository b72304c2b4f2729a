-- attack: loads bytecode
-- lab: x01-poly
-- run: check
-- expect: ERROR run
-- layer: there is no load()
load("\27Lua", "x", "b")()

-- @LAB@: the whole of x01-poly
