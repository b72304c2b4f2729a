-- The drill bf16: stages 5 and 6 of the ladder in one kernel, tensor cores and three stages of cp.async.

local PLAIN, OUTLIERS, BROKEN = 0, 1, 2                 -- kernels/g07-gemm-ladder/drills/bf16/oracle.c
local STAGE = (128 + 128)*32*2                          -- bytes that a block asks for in a turn
local ASKED = "M*N*K*(1/128 + 1/128)*2"                 -- by all blocks together
local FORGIVEN = .12    -- share of conflicts: the sums' on their way to C, where K is small; a tile's are far more

local function on(id, M, cols, K, more)
  local c = {id = id, M = M, N = cols, K = K, kind = PLAIN}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function counted(id, counter, op, value, why)
  return gate{id = id, call = "gemm_bf16", case = "gate", counter = counter, op = op, value = value, why = why}
end

local function compiled(id, counter, op, value, why)
  return gate{id = id, call = "gemm_bf16", counter = counter, op = op, value = value, on = "cuda", why = why}
end

return drill {
  id = "bf16", rev = 1, title = "A bf16 product in three stages", hours = 3, needs = "correct",
  edit = {"bf16.cu"}, skeleton = "bf16.cu", reference = "ref.cu",

  buffers = {
    A = {dtype = "bf16", shape = {"M", "K"}, dist = gen.custom"values"},
    B = {dtype = "bf16", shape = {"K", "N"}, dist = gen.custom"values"},
    C = {dtype = "bf16", shape = {"M", "N"}},
  },

  calls = {
    gemm_bf16 = call{args = {output"C", input"A", input"B", i32"M", i32"N", i32"K"}, oracle = "product",
                     tol = tol.dot{"K", u = "bf16"},
                     launch = {grid = {"(N+127)//128", "(M+127)//128"}, block = {256}, smem = 65536}},
  },

  cases = {
    on("8x8x8", 8, 8, 8, {tags = {"edge"}}),
    on("one-turn", 128, 128, 32),
    on("1032x136x24", 1032, 136, 24, {tags = {"edge"}, note = "a turn that is not full, tiles cut in both directions"}),
    on("200x72x104", 200, 72, 104, {tags = {"edge"}, note = "four turns, the last has eight of K"}),
    on("seven-turns", 40, 264, 224, {note = "each stage is filled again, and again"}),
    on("outliers", 24, 32, 64, {kind = OUTLIERS, note = "numbers beyond what a half holds"}),
    on("next-row", 24, 40, 40, {kind = BROKEN, tags = {"edge"}, note = "a NaN and an infinity begin the last rows"}),
    on("hidden", gen.pick{56, 136, 248}, gen.pick{48, 184, 272}, gen.pick{72, 120, 168}, {hidden = true}),
    on("gate", 256, 256, 256, {tags = {"gate"}}),
  },

  gates = {
    compiled("async", "ptx:cp.async", ">=", 1, "tiles arrive without a thread that waits for them"),
    compiled("tensor", "ptx:mma.sync", ">=", 1, "the products are tensor cores'"),
    compiled("spill", "spill_B", "==", 0, "sums that spill live in local memory"),
    compiled("smem", "smem_B", "==", 0, "the 64 KiB of the launch do for everything: no array beside them"),
    counted("copies", "cpa_B", "==", ASKED, "all of A and B arrives by cp.async, and each element once a block"),
    counted("traffic", "g_ld_sec", "<=", "1.02*"..ASKED.."/32", "whole sectors, and C is not read"),
    counted("exact", "mma", "==", "M*N*K/2048", "each product of 16 x 8 x 16 once"),
    counted("reuse", "sh_ideal", "<=", "1.15*M*N*K*(6*4/16 + 1/4)/2048",
            "six fragments serve eight products of 16 x 16 x 16: a warp owns 64 x 32; and each tile is filled once"),
    counted("barriers", "bar", "<=", "K/32 + 2", "the threads of a block meet once a turn, and at the end"),
    counted("flight", "cpa_flight_B", ">=", ("0.7*(1 - 32/K)*%d"):format(STAGE),
            "at a turn's barrier the next turn's copies are still under way: three stages in effect"),
    counted("stores", "g_st_sec", "<=", "2*M*N*2/32", "C is written once, by lanes side by side"),
  },
  checks = {
    check("tiles without bank conflicts", function(t)
      local conflicts = t.counter("gemm_bf16", "gate", "sh_conf")
      local ideal = t.counter("gemm_bf16", "gate", "sh_ideal")
      if not conflicts or not ideal or conflicts <= FORGIVEN*ideal then return true end
      return false, ("%d wavefronts are conflicts, %.1f %% of the %d that the accesses need"):format(conflicts,
        100*conflicts/ideal, ideal), "how many pieces of 16 bytes has a row of each tile? An odd number is free"
    end, {milestone = "profile"}),
  },
}
