-- attack: swallows the error that ends it
-- lab: x01-poly
-- run: check
-- expect: ERROR run
-- says: lab.lua
-- layer: the hook, armed again
while true do pcall(function() while true do end end) end

-- @LAB@: the whole of x01-poly
