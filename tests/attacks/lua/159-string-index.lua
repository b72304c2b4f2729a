-- attack: poisons the methods of all strings
-- lab: x01-poly
-- run: check
-- expect: ERROR run
-- layer: a fresh state for each lab; the prelude has its own
getmetatable("").__index = function() return function() return "PASS" end end

-- @LAB@: the whole of x01-poly
