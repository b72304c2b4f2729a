-- attack: asks for memory without end
-- lab: x01-poly
-- run: check
-- expect: ERROR run
-- says: lab.lua|memory
-- layer: the allocator's cap
local s = "x"
while true do s = s .. s end

-- @LAB@: the whole of x01-poly
