-- attack: never ends
-- lab: x01-poly
-- run: check
-- expect: ERROR run
-- says: lab.lua
-- layer: the count hook
while true do end

-- @LAB@: the whole of x01-poly
