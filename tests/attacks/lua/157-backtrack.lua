-- attack: gives a pattern that backtracks for ever
-- lab: x01-poly
-- run: check
-- expect: ERROR run
-- says: lab.lua|s 
-- layer: the wall deadline
local s = string.rep("a", 40) .. "b"
local _ = s:find(string.rep("a-", 40) .. "c")

-- @LAB@: the whole of x01-poly
