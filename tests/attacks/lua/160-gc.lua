-- attack: has a finaliser that never ends
-- lab: x01-poly
-- run: check
-- expect: ERROR run
-- layer: there is no setmetatable(), or the wall deadline
setmetatable({}, {__gc = function() while true do end end})
local t = {}
for k = 1, 1e6 do t = {t} if k % 100 == 0 then t = {} end end

-- @LAB@: the whole of x01-poly
