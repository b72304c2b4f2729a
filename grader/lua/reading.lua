-- reading.lua: what a run counted and timed -> what bounds each call, in words, and what to try.
-- Loaded after the prelude of curriculum/lua; a pure function of its argument. Nothing here decides a verdict.
-- Reports, screens and `ridge simt` all ask here: the thresholds of the rules stand nowhere else.
--
-- A rule names the counters it reads (`get`); it is asked only when all are there. `when` says whether it holds;
-- `say`, a format for the values of `with`, is the evidence, to which the counters' sources are added (but for
-- `own`, which names its own) and the line that has most of the column `at`; `try` is what to do about it. The first
-- rule that holds and has a `bound` decides, unless its `decides` says that there is too little of it: time that was
-- measured stands first, then waste that was counted, then (`model`, asked only when nothing has decided, or of a
-- program that has no lab) what the traffic that must be implies. Rules without a bound add evidence only.
local host, R = ...
local F = R.F

local LINE, PAGE = 64, 4096 -- bytes of a cache line, of a page
local SECTOR = 32          -- bytes of a GPU's memory transaction
local FEW = 10000          -- accesses: below, what must be fetched once is all there is to see
local NEAR, FAR = .6, .35  -- of a ceiling: it is the bound; it is out of sight
local HALF = .5            -- of what was counted: from here on a waste is as large as the work, and decides
local MOST_NEXT = 2

local function short(x) return math.abs(x) < 1000 and ("%.3g"):format(x) or F.n(x, 0) end

local function pct(x) return short(100 * x) .. " %" end

local function one_in(n, of) return n > 0 and ("one in %s"):format(short(of / n)) or "none" end

-- --- time that was measured ----------------------------------------------------------------------

local function timed(u) return u.m and u.m.clock ~= "counter" and type(u.m.t_learner) == "number" and u.m end

local function share(have, of)
  return type(have) == "number" and type(of) == "number" and of > 0 and have / of or nil
end

local function roofs(u)
  local m = timed(u)
  if not m or not u.roof then return nil end
  return share(m.gflops, u.roof.gflops), share(m.gbps, u.roof.gbps)
end

local SAY_ROOFS = "%s reaches %s of the machine's %s GFLOP/s and %s of its %s GB/s (bench and `ridge calibrate`)"

local function with_roofs(u)
  local c, b = roofs(u)
  return u.m.bench, pct(c), short(u.roof.gflops), pct(b), short(u.roof.gbps)
end

local MEASURED = {
  {bound = "launch",
   when = function(u) local m = timed(u) return m and m.clock == "gpu" and m.t_learner < 10e-6 end,
   say = "%s takes %s on the GPU (CUDA events); a launch costs the host several microseconds",
   with = function(u) return u.m.bench, F.si(u.m.t_learner, "s") end,
   try = "Give one launch more to do: fuse it with its neighbours, batch the inputs, or replay it in a CUDA graph."},
  {bound = "launch",
   when = function(u) local m = timed(u) return m and m.clock ~= "gpu" and m.t_learner < 20e-6 end,
   say = "%s takes %s (clock: %s); waking the process is a good part of that",
   with = function(u) return u.m.bench, F.si(u.m.t_learner, "s"), u.m.clock or "cpu" end,
   try = "Do more in one call: at this size the call itself is what is timed."},
  {bound = "bandwidth",
   when = function(u) local m = timed(u) local s = m and share(m.gbps, m.copy_gbps) return s and s >= NEAR end,
   say = "%s moves its compulsory bytes at %s GB/s, %s of the device's own copy beside it (%s GB/s, CUDA events)",
   with = function(u) return u.m.bench, short(u.m.gbps), pct(u.m.gbps / u.m.copy_gbps), short(u.m.copy_gbps) end,
   try = "Only fewer bytes make it faster: fuse with the kernel before or after, or store a narrower type."},
  {bound = "compute",
   when = function(u) local c, b = roofs(u) return c and b and c >= NEAR and c >= b end,
   say = SAY_ROOFS, with = with_roofs,
   try = "The arithmetic units are busy: fewer operations, or cheaper ones (FMA, wider vectors, lower precision)."},
  {bound = "bandwidth",
   when = function(u) local c, b = roofs(u) return c and b and b >= NEAR and b > c end,
   say = SAY_ROOFS, with = with_roofs,
   try = "Memory is busy: fewer bytes, by tiling for the caches, fusing passes or narrower types."},
  {bound = "latency",
   when = function(u) local c, b = roofs(u) return c and b and c < FAR and b < FAR end,
   say = SAY_ROOFS, with = with_roofs,
   try = "Neither roof is near, so it waits: more independent work in flight (unroll, several accumulators, more " ..
         "warps or threads) and fewer dependent loads."},
}

-- --- a GPU's access patterns -----------------------------------------------------------------------

local SAY_UNUSED = "global %s use %s of the bytes they move: %s sectors of 32 bytes a request"

local function unused(what)
  return function(_, _, eff, spr) return what, pct(eff), F.n(spr) end
end

-- A row of 32 floats that begins off a sector's boundary touches 5 sectors for 4 and so uses .8 of them; less is a
-- pattern of the kernel: of a stride of two elements half is used, which decides. Lanes that share a few bytes use
-- little of a sector, and need no fewer.
local function wasteful(_, req, eff, spr) return req > 0 and eff < .8 and math.ceil(spr * eff - 1e-6) < spr end

local function mostly_waste(_, _, eff) return eff <= HALF end

-- Of a line: the sectors that it moves beyond what it uses.
local function wasted(sectors, eff)
  return function(l)
    local n, used = l[sectors], l[eff]
    return type(n) == "number" and type(used) == "number" and n * (1 - math.min(1, used)) or 0
  end
end

-- What no kernel with these counts can go below, by the card.
local function floors(card, moved, once, flops, tensor)
  local list = {("%s for the %s that its requests move"):format(F.si(moved / card.bw, "s"), F.si(moved, "B"))}
  if once > 0 and once < moved then list[#list + 1] = F.si(once / card.bw, "s") .. " if each byte moved once" end
  if flops > 0 then
    list[#list + 1] = F.si(flops / (2 * tensor > flops and card.tensor or card.flops), "s") .. " for its FLOP"
  end
  return table.concat(list, ", ")
end

local SAY_RIDGE = "%s FLOP for each byte that its requests move; the ridge of an %s is at %s"
local FEWER_BYTES = "These counters show no wasted sectors. To go faster, move fewer bytes (fusion, narrower " ..
                    "types), or keep more of them in flight (16-byte loads, more blocks)."

-- Nsight Compute's share of the warps' cycles that go to one reason.
local function stalled(reason, from, bound, say, try)
  return {get = {"stall_" .. reason}, bound = bound, when = function(_, s) return s >= from end,
          say = "%s of the warps' cycles " .. say, with = function(_, s) return pct(s / 100) end, try = try}
end

local DEVICE = {
  {get = {"event_us"}, bound = "launch",
   when = function(_, us) return us > 0 and us < 10 end,
   say = "the kernel takes %s; a launch costs the host several microseconds",
   with = function(_, us) return F.si(us * 1e-6, "s") end,
   try = "Give one launch more to do: fuse it with its neighbours, batch the inputs, or replay it in a CUDA graph."},
  {get = {"dram_ld_B", "dram_st_B", "time_us"}, bound = "bandwidth",
   when = function(u, ld, st, us) return u.card and us > 0 and (ld + st) / us * 1e6 >= NEAR * u.card.bw end,
   say = "memory moves %s, of the %s of an %s",
   with = function(u, ld, st, us) return F.si((ld + st) / us * 1e6, "B/s"), F.si(u.card.bw, "B/s"), u.card.name end,
   try = "Only fewer bytes make it faster: fuse with the kernel before or after, or store a narrower type."},
  {get = {"g_ld_req", "g_ld_eff", "g_ld_spr"}, bound = "bandwidth", when = wasteful, decides = mostly_waste,
   at = wasted("g_ld_sec", "g_ld_eff"), say = SAY_UNUSED, with = unused("loads"),
   try = "Let neighbouring lanes load neighbouring addresses; turn the data in shared memory when they cannot."},
  {get = {"g_st_req", "g_st_eff", "g_st_spr"}, bound = "bandwidth", when = wasteful, decides = mostly_waste,
   at = wasted("g_st_sec", "g_st_eff"), say = SAY_UNUSED, with = unused("stores"),
   try = "Let neighbouring lanes store to neighbouring addresses: go through a tile of shared memory."},
  {get = {"spill_B"}, bound = "bandwidth",
   when = function(_, spill) return spill > 0 end,
   say = "%s bytes of registers are spilled to local memory, which is global memory",
   with = function(_, spill) return F.n(spill) end,
   try = "Fewer live values in a thread: a smaller register tile, less unrolling, or a larger __launch_bounds__."},
  -- Loads of the same bytes by several warps: from twice on, at least half of what is loaded was loaded before.
  {get = {"g_ld_sec", "g_ld_eff", "g_uniq_ld"},
   when = function(_, sec, eff, once) return once > 0 and 32 * sec * math.min(1, eff) >= once / HALF end,
   say = "each byte is loaded %s times over: %s used in all, %s of them distinct",
   with = function(_, sec, eff, once)
     local all = 32 * sec * math.min(1, eff)
     return short(all / once), F.si(all, "B"), F.si(once, "B")
   end,
   try = "Load a byte once, into a tile in shared memory or in registers: what the caches do not keep comes from " ..
         "memory again."},
  -- A tenth is one access of ten that takes two passes: less is an edge, more a pattern of the kernel. Of a tile one of
  -- whose two sides conflicts two-way a third is waste; the rest of the lesson of w02-transpose is that conflicts cost
  -- nothing until the passes take longer than the traffic, so only half decides.
  {get = {"sh_wave", "sh_ideal"}, bound = "bandwidth", at = "sh_conf",
   when = function(_, wave, ideal) return ideal > 0 and wave > 1.1 * ideal end,
   decides = function(_, wave, ideal) return ideal <= HALF * wave end,
   say = "shared memory needs %s passes where %s would do: %s-fold bank conflicts",
   with = function(_, wave, ideal) return F.n(wave), F.n(ideal), short(wave / ideal) end,
   try = "Pad the rows of the tile by one element, or swizzle its columns, so that a warp meets 32 banks."},
  {get = {"block_threads"},
   when = function(u, n) return n % u.warp > 0 end,
   say = "a block of %s threads leaves %s lanes of its last warp idle",
   with = function(u, n) return F.n(n), F.n(u.warp - n % u.warp) end,
   try = "Make the threads of a block a multiple of the warp."},
  -- The bounds check of an array's end idles lanes in one warp of many, and a tenth is more than that. The idle lanes
  -- of a block that is no multiple of the warp are no branch's.
  {get = {"act_thr"}, bound = "compute",
   when = function(u, act)
     local block = u.counters.block_threads
     return act > 0 and act < .9 * u.warp and not (block and block.value % u.warp > 0)
   end,
   decides = function(u, act) return act <= HALF * u.warp end,
   say = "%s of %s lanes work in an instruction: the others wait for a branch",
   with = function(u, act) return short(act), F.n(u.warp) end,
   try = "Make a warp's lanes agree: branch on the warp, not on the lane, or sort the work by kind."},
  -- Thirty-two lanes that scatter at random over some hundred addresses meet in pairs: two turns a request are chance.
  {get = {"atom", "atom_ser"}, bound = "latency", at = "atom_ser",
   when = function(_, atom, ser) return atom > 0 and ser > 2 * atom end,
   say = "%s atomic requests take %s turns: lanes meet at the same address",
   with = function(_, atom, ser) return F.n(atom), F.n(ser) end,
   try = "Reduce in the warp (shuffles) and the block (shared memory) first, then one atomic a block."},
  {get = {"grid_blocks"},
   when = function(u, n) return u.card and n > 0 and n < u.card.sms end,
   say = "%s for the %s SMs of an %s: %s of the GPU has nothing to do",
   with = function(u, n)
     return n == 1 and "1 block" or F.n(n) .. " blocks", F.n(u.card.sms), u.card.name, pct(1 - n / u.card.sms)
   end,
   try = "Cut the work into more blocks: at least one for each SM."},
  {get = {"occ_th", "block_threads"},
   when = function(_, occ) return occ <= 0 end,
   say = "a block of this size does not fit an SM",
   with = function() end,
   try = "Fewer threads, registers or less shared memory a block."},
  -- The lesson of w02-transpose: what counts is bytes in flight. 16 warps of 64 fill a memory of 4.8 TB/s and 600 ns
  -- when each thread has three loads of 16 bytes under way, which a tile in registers gives; fewer warps need more
  -- than the registers of a plain kernel hold.
  {get = {"occ_th"}, bound = "latency",
   when = function(_, occ) return occ > 0 and occ < .25 end,
   say = "%s of the warps that an SM holds fit at once: little to hide a load behind",
   with = function(_, occ) return pct(occ) end,
   try = "Fewer registers or less shared memory a block, so that more blocks are resident; or more loads in flight " ..
         "in each thread."},
  stalled("math_pipe_throttle", 30, "compute", "wait for a busy arithmetic unit",
          "Fewer operations, or cheaper ones: the tensor cores, lower precision, work moved out of the loop."),
  stalled("barrier", 30, "latency", "wait at a barrier",
          "Fewer barriers for more work between them, or smaller blocks, so that others run meanwhile."),
  stalled("long_scoreboard", 40, "latency", "wait for global or local memory",
          "More loads in flight: several a thread before the first is used, cp.async or TMA ahead, more warps."),
  {get = {"g_ld_req", "g_st_req", "flops"}, bound = "launch",
   when = function(u, ld, st, flops)
     return u.card and ld + st > 0 and ld + st < 4 * u.card.sms and flops < 640 * 4 * u.card.sms
   end,
   say = "the whole kernel makes %s memory requests: fewer than an %s has warp schedulers (%s)",
   with = function(u, ld, st) return F.n(ld + st), u.card.name, F.n(4 * u.card.sms) end,
   try = "At this size starting the kernel costs more than running it: fuse it, batch it, or use a CUDA graph."},
  {get = {"ai", "flops", "flops_tensor"}, bound = "compute", model = true,
   when = function(u, ai, _, tensor) return u.card and ai >= (tensor > 0 and u.card.tensor_ridge or u.card.ridge) end,
   say = SAY_RIDGE,
   with = function(u, ai, _, tensor)
     return F.n(ai), u.card.name, short(tensor > 0 and u.card.tensor_ridge or u.card.ridge)
   end,
   try = "Use the tensor cores if the types allow it, keep operands in registers, and keep several FMA in flight."},
  {get = {"flops", "g_ld_req", "g_st_req"}, bound = "bandwidth", model = true,
   when = function(_, flops, ld, st) return ld + st > 0 and flops == 0 end,
   say = "nothing is computed: %s requests move bytes",
   with = function(_, _, ld, st) return F.n(ld + st) end, try = FEWER_BYTES},
  {get = {"ai", "flops", "g_ld_req", "g_st_req"}, bound = "bandwidth", model = true,
   when = function(u, ai, flops, ld, st) return u.card and flops > 0 and ld + st > 0 and ai < u.card.ridge end,
   say = SAY_RIDGE,
   with = function(u, ai) return F.n(ai), u.card.name, short(u.card.ridge) end, try = FEWER_BYTES},
  {get = {"grid_blocks", "g_ld_sec", "g_st_sec", "g_uniq_ld", "g_uniq_st", "flops", "flops_tensor"},
   when = function(u, _, ld, st) return u.card and ld + st > 0 end,
   say = "on an %s the kernel takes at least %s",
   with = function(u, _, ld, st, once_ld, once_st, flops, tensor)
     return u.card.name, floors(u.card, SECTOR * (ld + st), once_ld + once_st, flops, tensor)
   end},
}

-- --- a CPU's caches ----------------------------------------------------------------------------------

local CACHES = {"c_loads", "c_stores", "c_bytes", "l1_miss", "l2_miss", "llc_miss"}

-- Bytes brought into the L1 for each byte accessed: 1 is a stream, more is waste, less is use again.
local function fetched(bytes, l1) return bytes > 0 and LINE * l1 / bytes or 0 end

-- Does the lab's formula put it right of the ridge? Without a calibration: of 1 FLOP/B, which no CPU's ridge is below.
local function heavy(u) return u.intensity and u.intensity > (u.roof and u.roof.gflops / u.roof.gbps or 1) end

local HOST = {
  {get = CACHES, bound = "bandwidth",
   when = function(u, ld, st, bytes, _, _, llc)
     return ld + st >= FEW and llc * LINE >= .5 * bytes and not heavy(u)
   end,
   say = "%s come from memory for %s accessed: nearly every byte is fetched anew",
   with = function(_, _, _, bytes, _, _, llc) return F.si(llc * LINE, "B"), F.si(bytes, "B") end,
   try = "Use a byte again while it is in a cache: tile the loops, or fuse two passes over the data into one."},
  {get = CACHES, bound = "latency",
   when = function(_, ld, st, bytes, l1)
     return ld + st >= FEW and l1 > .05 * (ld + st) and fetched(bytes, l1) > 2
   end,
   say = "%s accesses misses the L1, and of each line of 64 bytes that comes %s are used",
   with = function(_, ld, st, bytes, l1) return one_in(l1, ld + st), F.si(bytes / l1, "B") end,
   try = "Let the inner loop run along rows (stride 1), or tile so that a line is used whole before it leaves."},
  {get = CACHES, bound = "bandwidth",
   when = function(_, ld, st, bytes, l1, _, llc)
     local f = fetched(bytes, l1)
     return ld + st >= FEW and f >= .5 and f <= 2 and llc * LINE < .5 * bytes
   end,
   say = "%s accesses misses the L1, lines are used whole, and the L2 serves %s of the misses",
   with = function(_, ld, st, _, l1, l2) return one_in(l1, ld + st), pct(1 - l2 / l1) end,
   try = "Make the tile that is used again smaller than the L1, or pack it so that it is read in order."},
  {get = {"c_loads", "c_stores", "c_bytes", "dtlb_miss"}, bound = "latency",
   when = function(_, ld, st, bytes, tlb)
     return ld + st >= FEW and tlb > .01 * (ld + st) and tlb * PAGE > 4 * bytes
   end,
   say = "%s accesses misses the TLB, and %s of each page that it maps are used",
   with = function(_, ld, st, bytes, tlb) return one_in(tlb, ld + st), F.si(bytes / tlb, "B") end,
   try = "Touch fewer pages at a time: pack what is used together, or ask for huge pages."},
  {get = {"branches", "branch_misses"}, bound = "latency",
   when = function(_, n, miss) return miss > .05 * n end,
   say = "%s branches is mispredicted",
   with = function(_, n, miss) return one_in(miss, n) end,
   try = "Replace the branch by arithmetic (a select, a mask), or sort the data it depends on."},
  {get = {"instructions", "cycles"}, bound = "compute",
   when = function(_, i, c) return c > 0 and i / c >= 2.5 end,
   say = "%s instructions a cycle: the core is busy",
   with = function(_, i, c) return short(i / c) end,
   try = "Fewer instructions for the same result: wider vectors, FMA, work moved out of the loop."},
  {get = {"instructions", "cycles"}, bound = "latency",
   when = function(_, i, c) return c > 0 and i / c < .7 end,
   say = "%s instructions a cycle: the core waits",
   with = function(_, i, c) return short(i / c) end,
   try = "Break the chain: independent accumulators, loads that do not depend on the one before."},
  {get = {"Dr", "Dw", "D1mr", "D1mw"},
   when = function(_, r, w, mr, mw) return mr + mw > .05 * (r + w) end,
   say = "%s accesses misses the first-level cache",
   with = function(_, r, w, mr, mw) return one_in(mr + mw, r + w) end},
  {get = CACHES,
   when = function(_, ld, st) return ld + st < FEW end,
   say = "%s accesses to memory in all: too few to tell anything of it",
   with = function(_, ld, st) return F.n(ld + st) end},
  {get = CACHES,
   when = function(_, ld, st, bytes, l1) return ld + st >= FEW and fetched(bytes, l1) < .5 end,
   say = "the L1 holds much of what it uses: %s accesses misses it, %s of the bytes come anew",
   with = function(_, ld, st, bytes, l1) return one_in(l1, ld + st), pct(fetched(bytes, l1)) end},
  {get = CACHES, bound = "compute", model = true, own = true,
   when = function(u, ld, st, bytes, l1, _, llc)
     return u.roof and heavy(u) and (ld + st < FEW or fetched(bytes, l1) < .5 or llc * LINE >= .5 * bytes)
   end,
   say = "%s FLOP a compulsory byte (the lab's formula), and this machine's ridge is at %s (`ridge calibrate`)",
   with = function(u) return short(u.intensity), short(u.roof.gflops / u.roof.gbps) end,
   try = "Wider vectors and several FMA in flight: the roof that is left is arithmetic."},
  {get = CACHES, model = true, own = true,
   when = function(u) return heavy(u) and not u.roof end,
   say = "%s FLOP a compulsory byte (the lab's formula): whether arithmetic bounds it depends on this machine's ridge",
   with = function(u) return short(u.intensity) end},
}

-- --- ranks: virtual time, where it went ------------------------------------------------------------------

local RANKS = {
  {get = {"vtime_ns", "exposed_comm_ns"}, bound = "communication",
   when = function(_, t, visible) return t > 0 and visible >= FAR * t end,
   say = "%s of %s of virtual time a rank waits for others",
   with = function(_, t, visible) return pct(visible / t), F.si(t * 1e-9, "s") end,
   try = "Start it earlier, on a stream beside the computation; send fewer bytes, or as many in fewer messages."},
  {get = {"vtime_ns", "exposed_comm_ns"}, bound = "compute",
   when = function(_, t, visible) return t > 0 and visible < FAR * t end,
   say = "%s of %s of virtual time is visible communication, the rest is computation",
   with = function(_, t, visible) return pct(visible / t), F.si(t * 1e-9, "s") end,
   try = "What is left of it is the last message: make that one smaller. The rest is the ranks' own work."},
}

local RULES = {}
for _, group in ipairs({MEASURED, DEVICE, HOST, RANKS}) do
  for _, rule in ipairs(group) do RULES[#RULES + 1] = rule end
end

-- Rules about where time goes, which say nothing of a call that no clock judges: they add evidence there, no more.
local OF_TIME = {}
for _, rule in ipairs(HOST) do OF_TIME[rule] = true end

-- --- one unit: a call in a case ------------------------------------------------------------------------

local function find(list, test)
  for _, x in ipairs(list or {}) do
    if test(x) then return x end
  end
end

-- {values}, {sources} of a rule's counters; nil when one was not counted.
local function values(u, names)
  local v, from, seen = {}, {}, {}
  for k, name in ipairs(names or {}) do
    local c = u.counters[name]
    if not c then return nil end
    v[k] = c.value
    if not seen[c.source] then
      seen[c.source] = true
      from[#from + 1] = c.source
    end
  end
  return v, from
end

-- Of the unit's lines the one with most of `weight`, a column or a function, as "a.cu:12"; nil where none has any.
local function line_with_most(u, lines, weight)
  local most, at = 0, nil
  for _, l in ipairs(weight and lines or {}) do
    local n = l.case == u.case and l.call == u.call and (type(weight) == "function" and weight(l) or l[weight])
    if type(n) == "number" and n > most and l.file then most, at = n, ("%s:%s"):format(l.file, F.n(l.line)) end
  end
  return at
end

-- A sentence, with its sources and its line. Of a program all was counted by the emulator that ran it.
local function sentence_of(u, rule, v, from, lines, out)
  local notes, at = {}, line_with_most(u, lines, rule.at)
  if not rule.own and not u.program then table.move(from, 1, #from, 1, notes) end
  notes[#notes + 1] = at
  out.placed = out.placed or at ~= nil
  local sentence = rule.say:format(rule.with(u, table.unpack(v)))
  return #notes > 0 and ("%s (%s)"):format(sentence, table.concat(notes, ", ")) or sentence
end

local function apply(u, rule, lines, out)
  local decided = out.bound ~= "unknown"
  if rule.model and decided and not u.program then return end -- what was seen is worth more than what must be
  local v, from = values(u, rule.get)
  if not v or not rule.when(u, table.unpack(v)) then return end
  local sentence = sentence_of(u, rule, v, from, lines, out)
  if not find(out.evidence, function(s) return s == sentence end) then out.evidence[#out.evidence + 1] = sentence end
  if u.judged and OF_TIME[rule] then return end
  local decides = rule.bound and not decided and (not rule.decides or rule.decides(u, table.unpack(v)))
  if decides then out.bound = rule.bound end
  if rule.try and #out.next < MOST_NEXT and not (rule.model and decided) then out.next[#out.next + 1] = rule.try end
end

local WORST = {"l1_miss", "D1mr", "g_sec", "g_st_sec", "g_ld_sec"}

-- The line that most of the misses, or sectors, belong to, when one stands out. `words`: the dictionary of counters.
local function hot_line(u, lines, words, out)
  for _, key in ipairs(WORST) do
    local sum, most = 0, nil
    for _, l in ipairs(lines or {}) do
      local n = l.case == u.case and l.call == u.call and type(l[key]) == "number" and l[key] or 0
      sum = sum + n
      if n > 0 and (not most or n > most[key]) then most = l end
    end
    if most and most[key] >= .5 * sum then
      out.evidence[#out.evidence + 1] = ("%s of the %s are counted at %s:%s"):format(pct(most[key] / sum), words[key],
                                                                                    most.file, F.n(most.line))
      return
    end
  end
end

-- Whether the lab runs on a GPU, too.
local function on_gpu(lab)
  for _, b in ipairs(lab.backends or {"cuda"}) do
    if b == "cuda" then return true end
  end
  return false
end

-- What this report lacks, and the command that measures it.
local function missing(u, arg, out)
  local list, id = {}, arg.id
  if u.program or u.judged then
    out.missing = host.array(list)
    return
  end
  if not timed(u) and arg.backend == "simt" and not on_gpu(arg.lab) then
    list[#list + 1] = "Time: the emulator has no clock, and this lab runs nowhere else."
  elseif not timed(u) and arg.backend == "simt" then
    list[#list + 1] = ("Time: the emulator has no clock. On a machine with a GPU: `ridge bench %s --backend cuda`.")
      :format(id)
  elseif not timed(u) and arg.backend ~= "ranks" then -- whose clock is a counter
    list[#list + 1] = ("Time was not measured in this run: `ridge bench %s`."):format(id)
  end
  if arg.backend == "cpu" and not u.roof then
    list[#list + 1] = "This machine's ceilings are not known: `ridge calibrate` measures them."
  end
  if not u.counted then list[#list + 1] = ("Nothing was counted in this run: `ridge profile %s`."):format(id) end
  out.missing = host.array(list)
  if out.bound == "unknown" and #out.next == 0 then out.next[1] = list[1] end
end

local function read(u, arg)
  local out = {case = u.case, call = u.call, bound = "unknown", evidence = {}, next = {}}
  for _, rule in ipairs(RULES) do apply(u, rule, arg.lines, out) end
  if out.bound ~= "unknown" and not out.placed then hot_line(u, arg.lines, arg.words, out) end
  out.placed = nil
  if u.judged then
    out.evidence[#out.evidence + 1] = ("no clock judges this call: `ridge bench %s` counts its %s, of which the " ..
      "caches' traffic decides nothing"):format(arg.id, u.judged)
  end
  if #out.evidence == 0 then
    out.evidence[1] = u.counted and "No counter of this call stands out"
      or "Neither time nor counters say anything of this call"
  end
  for k, s in ipairs(out.evidence) do -- as a sentence begins and ends
    out.evidence[k] = s:gsub("^%l+%f[ ]", function(word) return word:sub(1, 1):upper() .. word:sub(2) end) .. "."
  end
  missing(u, arg, out)
  out.evidence, out.next = host.array(out.evidence), host.array(out.next)
  return out
end

-- --- the whole -------------------------------------------------------------------------------------------

-- The highest f32 peak and memory bandwidth of `ridge calibrate`, for one thread or for several.
local function roof_of(calibration, threads)
  local many, roof = (threads or 1) > 1, {}
  local function best(list, key, test)
    for _, m in ipairs(list or {}) do
      if test(m) and ((m.threads or 1) > 1) == many and type(m.median) == "number" then
        roof[key] = math.max(roof[key] or 0, m.median / 1e9)
      end
    end
  end
  best(calibration and calibration.flops, "gflops", function(m) return m.type == "f32" end)
  best(calibration and calibration.bandwidth, "gbps", function(m) return m.level == "DRAM" end)
  return roof.gflops and roof.gbps and roof or nil
end

-- The card that the emulator's traffic is held against; nil where there is none of that name.
local function card(arch)
  local ok, c = pcall(function()
    local h = R.hw[arch]
    return {name = arch:upper(), sms = h.sms, bw = h.bw, flops = h.fp32, tensor = h.bf16, ridge = h.fp32 / h.bw,
            tensor_ridge = h.bf16 / h.bw}
  end)
  return ok and c or nil
end

local function new_unit(arg, shared, case, call)
  local wide = arg.widths and arg.widths[case] == 64 -- a device of the emulator's that no card is of
  local u = {case = case, call = call, counters = {}, roof = shared.roof, card = not wide and shared.card or nil,
             warp = wide and 64 or arg.warp or 32, program = arg.id == ""}
  u.m = find(arg.measurements, function(m) return m.call == call and type(m.t_learner) == "number" end)
  local function benched(x) return x.call == call end
  local function clocked(x) return benched(x) and not (x.metric or ""):find("^counter:") end
  local b = find(arg.lab.bench, benched)
  if b and not find(arg.lab.bench, clocked) then u.judged = b.metric:match(":(.+)") end
  if b and type(b.flops) == "number" and type(b.bytes) == "number" and b.flops > 0 and b.bytes > 0 then
    u.intensity = b.flops / b.bytes
  end
  return u
end

local function units(arg, shared)
  local list, at = {}, {}
  local function unit(case, call)
    local k = case .. "\0" .. call
    if not at[k] then
      at[k] = new_unit(arg, shared, case, call)
      list[#list + 1] = at[k]
    end
    return at[k]
  end
  for _, c in ipairs(arg.counters or {}) do
    if c.source ~= "lab" and c.case ~= "compile" and type(c.value) == "number" then
      local u = unit(c.case or "", c.call or "")
      u.counted = true
      u.counters[c.name] = u.counters[c.name] or c
    end
  end
  for _, m in ipairs(arg.measurements or {}) do
    if not find(list, function(u) return u.call == m.call end) then unit(m.case or "", m.call or "") end
  end
  for _, c in ipairs(arg.counters or {}) do -- of the build: they hold for every case of the kernel
    for _, u in ipairs(c.case == "compile" and type(c.value) == "number" and list or {}) do
      if u.call == c.call and not u.counters[c.name] then u.counters[c.name] = c end
    end
  end
  return list
end

function R.ops.reading(arg)
  local out = {}
  local shared = {roof = arg.backend == "cpu" and roof_of(arg.calibration, arg.threads) or nil,
                  card = card(arg.arch or "h200")}
  for k, u in ipairs(units(arg, shared)) do out[k] = read(u, arg) end
  return host.array(out)
end
