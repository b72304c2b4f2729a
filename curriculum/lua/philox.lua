-- philox.lua: Philox4x32-10 (Salmon, Moraes, Dror, Shaw, SC'11): a keyed counter, so that the draw
-- named (seed, tag, index) is the same on every machine and in every version.
local _, R = ...
local P = {}
R.P = P

local M0, M1 = 0xD2511F53, 0xCD9E8D57
local W0, W1 = 0x9E3779B9, 0xBB67AE85
local LOW = 0xFFFFFFFF

-- Four words of counter and two of key in, four words out; all are integers below 2^32.
function P.block(c0, c1, c2, c3, k0, k1)
  for _ = 1, 10 do
    local p0, p1 = M0 * c0, M1 * c2 -- wraps at 2^64, as unsigned
    c0, c1, c2, c3 = (p1 >> 32) ~ c1 ~ k0, p1 & LOW, (p0 >> 32) ~ c3 ~ k1, p0 & LOW
    k0, k1 = (k0 + W0) & LOW, (k1 + W1) & LOW
  end
  return c0, c1, c2, c3
end

-- FNV-1a, 64 bits: the tag's place in the counter.
function P.hash(text)
  local h = 0xcbf29ce484222325
  for k = 1, #text do
    h = (h ~ text:byte(k)) * 0x100000001b3
  end
  return h
end

-- An integer in 1..n, fixed by (seed, tag, index).
function P.draw(seed, tag, index, n)
  local h = P.hash(tag)
  local r = P.block(h & LOW, h >> 32, index & LOW, 0, seed & LOW, (seed >> 32) & LOW)
  return ((r * n) >> 32) + 1
end

-- A permutation of 1..n (Fisher-Yates).
function P.shuffle(seed, tag, n)
  local order = {}
  for k = 1, n do order[k] = k end
  for k = n, 2, -1 do
    local j = P.draw(seed, tag, k, k)
    order[k], order[j] = order[j], order[k]
  end
  return order
end
