-- w25-async-ckpt: checkpoints in two phases, by ranks that lose power at every call, and go on in another world.

local STAGES = {bronze = .85, silver = .95, gold = .99}
local NONE, CUT, DIE, ROT, FULL = 0, 1, 2, 3, 4
local DEATHS = 0 -- cases of elastic() in which a rank is killed

-- P processes; P0 ranks train and fail, world2 go on.
local function job(id, world, world2, mode, kills, more)
  local c = {id = id, P = (more or {}).P or math.max(world, world2), P0 = world, world2 = world2, n = 90, steps = 16,
             every = 5, budget = 120, mode = mode, seed = 5, first = 0, kills = kills, step_s = 1e-3,
             disk_Bps = 1e5, copy_Bps = 1e8,
             alpha_ns = 1000, beta_Bps = 1e9, calls = {"job"}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end
local function watch(id, count, patience, factor, nans, more)
  local c = {id = id, P = 1, count = count, patience = patience, factor = factor, nans = nans, alpha_ns = 1000,
             beta_Bps = 1e9, calls = {"watch"}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end
-- P0 ranks train with a file server beside them; rank `dies` does so in its runtime call number `at`, -1: nobody.
local function elastic(id, P0, m, dies, at, more)
  DEATHS = DEATHS + (dies ~= -1 and 1 or 0)
  local c = {id = id, P = P0 + 1, m = m, steps = 16, every = 5, budget = 20, batch = 3, seed = 5, before = 0,
             most = 60, kill_rank = dies, kill_call = at, detect_ns = 50000, alpha_ns = 1000, beta_Bps = 1e9,
             calls = {"elastic"}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end
local function EDGE(note) return {tags = {"edge"}, note = note} end

return lab {
  api = 1, rev = 1, id = "w25-async-ckpt", title = "Sharded asynchronous checkpoints with failures", kind = "ranks",
  week = 25, part = 3, domain = {"training", "reliability"},
  seeds = {"S003-W25", "S003-W25-C1", "S003-W25-C2", "S003-W25-C3", "S003-W25-C5", "S003-W25-C6", "S003-W25-C7",
           "S003-W25-HO", "S003-DN-dataPipe", "S003-DE-14", "S004-C06-T16", "S002-5axis-5"},
  requires = {"w08-zero"}, suggests = {"w24-data-stream"},
  hours = {read = 10, lab = 5},
  durable = {"A checkpoint exists when its name is durable, and its name may be durable only when its contents are",
             "What training waits for is a copy in memory; everything else can be written beside it",
             "Who resumes trusts the manifest alone, and all ranks the same one",
             "Parts with a described place can be loaded by any number of ranks",
             "What came from a collective counts when all that live have said that it came to them"},
  ephemeral = {{"Rates of failures of published runs", as_of = "2024-07"}},
  readings = {
    {"bloom", hours = 3, look_for = [[each interruption: how was it noticed, and how much work was lost?]]},
    {"optlog", hours = 3, look_for = [[which interventions an automatic rule could have done]]},
    {"torchelastic", hours = 2, look_for = [[what the agent restarts, and what the script has to restore]]},
    {"dcp", hours = 2, look_for = [[how a tensor's pieces are described, so that another layout can load them]]},
    {"stas", look_for = [[the chapters on fault tolerance, instabilities and jobs that hang: which of these stories
      would this lab's cases have caught?]]},
  },

  lang = "c", backends = {"ranks"},
  edit = {"ckpt.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  partial = {by = "case", functions = {job = 4, elastic = 2}},
  limits = {wall_s = 60, mem_MiB = 256, threads = 1},

  buffers = {
    out = {dtype = "i64", shape = {"kills", "12"},
           note = "of each failure: promised, loaded, signs, end; and once more"},
    reports = {dtype = "i64", shape = {"P", "4*most + 4"}, split = true,
               note = "of each rank: how many; then ranks, step, loss as bits, state of each"},
    weights = {dtype = "f64", shape = {"P", "m"}, split = true},
    norms = {dtype = "f64", shape = {"count"}, dist = gen.custom"norms"},
    verdicts = {dtype = "i32", shape = {"count"}},
  },
  calls = {
    job = call{harness = true, args = {i32"P0", i32"world2", i64"n", i64"steps", i64"every", i64"budget", i32"mode",
               i64"seed", i64"first", f64"step_s", f64"disk_Bps", f64"copy_Bps", output"out"}, verify = "job",
               title = "a job that fails, and goes on"},
    elastic = call{harness = true, args = {i64"m", i64"steps", i64"every", i64"budget", i64"batch", i64"seed",
                   i64"before", i64"most", output"reports", output"weights"}, verify = "elastic",
                   title = "a rank dies, and the others train on"},
    watch = call{harness = true, asks = {fn = "watch_step"},
                 args = {i32"patience", f64"factor", input"norms", output"verdicts"}, verify = "watch",
                 title = "the guard before the optimiser"},
  },

  cases = {
    job("alone", 1, 1, NONE, 1, EDGE("one rank")),
    job("four", 4, 4, NONE, 1),
    job("four-to-two", 4, 2, NONE, 1, EDGE("resharding to fewer")),
    job("two-to-eight", 2, 8, NONE, 1, EDGE("resharding to more")),
    job("uneven", 3, 5, NONE, 1, {n = 101, budget = 132, note = "one rank is done a step before the others"}),
    job("many", 2, 2, NONE, 1, {steps = 44, note = "eight checkpoints, and room for three"}),
    job("fewer-numbers-than-ranks", 4, 3, NONE, 1, {n = 3, tags = {"edge"}, note = "a rank has none"}),
    job("slow-disk", 2, 2, NONE, 1, {budget = 24, steps = 40, tags = {"edge"},
        note = "a checkpoint takes longer than the interval: CKPT_BUSY"}),
    job("less-than-a-number", 2, 3, NONE, 1, {n = 7, budget = 5, steps = 44, every = 11, tags = {"edge"},
        note = "a slice of 5 B ends within a number"}),
    job("power-cuts", 2, 2, CUT, 50, {note = "at each of 25 disk calls of each rank"}),
    job("power-cuts-other-seed", 3, 2, CUT, 60, {seed = 77, note = "20 of each, then two ranks go on"}),
    job("power-cuts-alone", 1, 3, CUT, 40, EDGE("one rank fails, three go on")),
    job("a-rank-dies", 4, 3, DIE, 48, {note = "in the middle of any disk call; three go on"}),
    job("bit-rot", 3, 2, ROT, 12, EDGE("a bit of the newest file of one rank has changed")),
    job("disk-full", 3, 3, FULL, 1, {steps = 21, tags = {"edge"}, note = "on one rank, during the second checkpoint"}),
    job("hidden-job", gen.pick{2, 3}, 2, CUT, 12, {hidden = true, P = 3, n = gen.pick{64, 77}, seed = gen.pick{8, 9,
      10},
        first = gen.pick{0, 6, 12}}),
    elastic("nobody-dies", 3, 12, -1, 0),
    elastic("in-the-first-sum", 4, 12, 2, 69, {tags = {"edge"}, note = "before there is a checkpoint"}),
    elastic("in-a-sum", 4, 12, 3, 174, {note = "some ranks have it, some do not", orders = 3}),
    elastic("before-a-sum", 4, 12, 1, 218),
    elastic("writing-a-shard", 4, 12, 1, 427, {note = "the others have written theirs"}),
    elastic("rank-0", 4, 12, 0, 445, {tags = {"edge"}, note = "who writes manifests"}),
    elastic("in-a-later-sum", 4, 12, 1, 526, {orders = 3}),
    elastic("rank-1-late", 4, 12, 1, 607),
    elastic("two-to-one", 2, 6, 0, 300, {tags = {"edge"}, note = "one goes on alone"}),
    elastic("six-to-five", 6, 60, 4, 500, {batch = 1, seed = 9}),
    elastic("two-jobs", 3, 12, -1, 0, {before = 10, note = "a second job goes on from the first one's end"}),
    elastic("behind-the-last-step", 4, 12, 1, 470, {before = 10, tags = {"edge"},
            note = "whose checkpoint is being written"}),
    elastic("in-the-load", 4, 12, 2, 575, {before = 10, tags = {"edge"}, note = "of the second job"}),
    elastic("of-the-second-job", 4, 12, 3, 725, {before = 10}),
    elastic("hidden-elastic", 4, 12, gen.pick{0, 1, 2, 3}, gen.pick{160, 300, 420, 521, 610}, {hidden = true,
      seed = gen.pick{6, 7, 8}}),
    watch("calm", 40, 3, 10, 0),
    watch("spikes-and-nans", 200, 3, 5, 4, EDGE("rows of three and four that are not finite")),
    watch("close", 300, 3, 1.15, 2, EDGE("many values near the limit")),
    watch("no-patience", 60, 1, 5, 3, EDGE("every one rolls back")),
    watch("hidden-watch", gen.pick{50, 120}, gen.pick{2, 3}, gen.pick{4, 8}, gen.pick{2, 5}, {hidden = true}),
    job("steady", 4, 4, NONE, 1, {n = 480, steps = 60, every = 20, budget = 98, tags = {"gate", "bench"},
        note = "a shard of 960 B is written in ten steps"}),
  },

  counters = {stall_B = "bytes that training waited for"},
  gates = {
    gate{id = "nobody-waits", call = "job", case = "steady", counter = "stall_B", op = "==", value = 0, on = "ranks",
         why = "a shard is written in the slices that fit beside the steps"},
  },
  bench = {
    bench{id = "goodput", call = "job", case = "steady", metric = "fewer:vtime_ns", stages = STAGES,
          why = "steps, failures and disks are the same for both"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "s", answer = "f.mtbf_h*3600/2", rtol = .1,
            ask = [[{{= f.events}} interruptions in {{= f.days}} days; a checkpoint every {{= n(f.mtbf_h, 1)}}
              h, that is as often as the job fails. How much work is lost in the middle at each failure?]],
            worked = "Half an interval: {{= n(f.mtbf_h*3600/2, 0)}} s."},
    predict{id = "bytes", axis = "bytes", unit = "GB", answer = "14*f.params/1e9", rtol = .02,
            ask = [[Bytes of a checkpoint of {{= n(f.params/1e9, 2)}} billion parameters with Adam (2 + 4 + 4 +
              4 each)?]],
            worked = "14 B each: {{= gb(14*f.params, 1)}}."},
    predict{id = "intensity", axis = "intensity", unit = "1", answer = "f.writers", rtol = .01,
            ask = "How many times faster do {{= f.writers}} writers save than one, if the storage keeps up?",
            worked = "As many times as there are writers."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "1", rtol = .01,
            ask = "How many manifests does one checkpoint have?", worked =
              "One: it is what makes all shards one thing."},
    predict{id = "failure", axis = "failure",
            choices = {"a shard that is missing", "a manifest that names shards which are not durable", "a slow disk"},
            answer = "a manifest that names shards which are not durable",
            ask = "Which of these loses a run although the newest checkpoint is there?"},
  },

  facts = function(hw, models)
    local m = models.llama3_70b
    local layer = 2*m.d*m.d + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff + 2*m.d
    local f = {events = 419, days = 54, gpus = 16384, writers = 64, disk = 2e9, copy = 50e9,
               params = m.L*layer + 2*m.V*m.d + m.d,
               bronze = STAGES.bronze, silver = STAGES.silver, gold = STAGES.gold}
    f.mtbf_h = f.days*24/f.events
    f.ckpt = 14*f.params
    f.best = function(delta, M) return math.sqrt(2*delta*M) end
    f.waste = function(delta, tau, M) return delta/tau + tau/(2*M) end
    f.kills = 50 + 60 + 40 + 48
    f.E, f.W, f.deaths = 200, 40, DEATHS
    return f
  end,

  questions = {
    q.num{id = "interval", unit = "min", rtol = .01, seed = "S003-W25-C1",
      ask = [[A save makes training wait {{= p.d}} s; the job fails every {{= p.M}} h on average. Which interval
        loses least, by √(2·δ·M)?]],
      vary = {d = {5, 20, 90}, M = {3, 12}},
      answer = function(f, p) return f.best(p.d, p.M*3600)/60 end,
      wrong = {{value = function(_, p) return math.sqrt(p.d*p.M*3600)/60 end, hint = "A two belongs under the root."}},
      worked = "√(2 · {{= p.d}} s · {{= n(p.M*3600)}} s) = {{= n(f.best(p.d, p.M*3600)/60, 1)}} min."},
    q.num{id = "too-often", unit = "%", rtol = .02, seed = "S003-W25-C1",
      ask = [[δ = {{= p.d}} s, one failure in {{= p.M}} h, and somebody saves every {{= p.tau}} min. Which share
        of the time is lost, to saving and to work done again?]],
      vary = {d = {20, 45}, M = {4, 10}, tau = {10, 60}},
      answer = function(f, p) return 100*f.waste(p.d, p.tau*60, p.M*3600) end,
      wrong = {{value = function(_, p) return 100*p.d/(p.tau*60) end, hint = "That is the saving alone."}},
      worked = [[{{= p.d}}/{{= n(p.tau*60)}} + {{= n(p.tau*60)}}/(2 · {{= n(p.M*3600)}}) =
        {{= pct(f.waste(p.d, p.tau*60, p.M*3600), 2)}}.]]},
    q.num{id = "async-stall", unit = "s", rtol = .01, seed = "S003-W25-C3",
      ask = [[{{= gb(f.ckpt, 0)}} on {{= p.w}} ranks, copied to host memory at {{= si(f.copy, "B/s")}} each. For
        how long does training wait?]],
      vary = {w = {16, 128, 512}},
      answer = function(f, p) return f.ckpt/p.w/f.copy end,
      wrong = {{value = function(f, p) return f.ckpt/p.w/f.disk end, hint = "The disk is written beside the steps."}},
      worked = "{{= gb(f.ckpt/p.w)}} at {{= si(f.copy, \"B/s\")}}: {{= n(f.ckpt/p.w/f.copy, 3)}} s."},
    q.num{id = "least-interval", unit = "s", rtol = .01, seed = "S003-W25-C3",
      ask = [[The same state on {{= p.w}} ranks, written at {{= si(f.disk, "B/s")}} each beside the steps. What
        is the shortest interval at which the last checkpoint is done when the next begins?]],
      vary = {w = {16, 64, 256}},
      answer = function(f, p) return f.ckpt/p.w/f.disk end,
      wrong = {{value = function(f, p) return f.ckpt/p.w/f.copy end, hint = "That is the copy in memory."}},
      worked = "{{= gb(f.ckpt/p.w)}} / {{= si(f.disk, \"B/s\")}} = {{= n(f.ckpt/p.w/f.disk, 1)}} s."},
    q.num{id = "overlap", unit = "1", rtol = 0, seed = "S003-W25-C2",
      ask = [[{{= n(840)}} numbers were saved by {{= p.a}} ranks, each a part of the same length, and are loaded
        by {{= p.b}}. How many shards does rank 1 of the new job read?]],
      vary = {a = {4, 6, 12}, b = {3, 5, 7}},
      answer = function(_, p)
        local lo, hi = 840/p.b, 2*840/p.b
        return math.ceil(hi/(840/p.a)) - math.floor(lo/(840/p.a))
      end,
      wrong = {{value = function(_, p) return p.a end, hint = "Only those that overlap with its own part."}},
      worked = [[Its part is {{= n(840/p.b)}} to {{= n(2*840/p.b)}}; shards have {{= n(840/p.a)}} each:
        {{= math.ceil(2*p.a/p.b) - math.floor(p.a/p.b)}}.]]},
    q.num{id = "fleet", unit = "h", rtol = .01, seed = "S003-W25-C1",
      ask = [[A job of {{= n(f.gpus)}} GPUs was interrupted {{= f.events}} times in {{= f.days}} days. How long
        does one of {{= n(p.g)}} run between interruptions, at the same rate for each GPU?]],
      vary = {g = {2048, 8192, 32768}},
      answer = function(f, p) return f.mtbf_h*f.gpus/p.g end,
      wrong = {{value = function(f, p) return f.mtbf_h*p.g/f.gpus end, hint = "Fewer GPUs fail less often."}},
      worked = "{{= n(f.mtbf_h, 2)}} h · {{= n(f.gpus)}}/{{= n(p.g)}} = {{= n(f.mtbf_h*f.gpus/p.g, 2)}} h."},
    q.choice{id = "dir", seed = "S003-W25-C3",
      ask = "A file was written, synced and renamed. The power fails. What may be there afterwards?",
      options = {"The new name, always", "The old name: a rename is durable when its directory is synced",
                 "Half of each"}, answer = 2,
      worked = "The file's sync is about its contents. Its name is a line in another file, the directory."},
    q.choice{id = "agree", seed = "S003-W25-C2",
      ask = "One rank finds that its shard of the newest checkpoint is damaged. What do the others load?",
      options = {"The newest: theirs are whole", "The one before, as that rank does", "Nothing"}, answer = 2,
      worked = "Parts of two steps are no state at all. All ranks have to take the same one."},
    q.num{id = "work-again", unit = "1", rtol = .001, seed = "S003-W25-C2",
      ask = [[A checkpoint is begun each {{= p.E}} steps and is done {{= p.W}} steps later. A rank dies in the
        all-reduce of step {{= n(p.s)}}. How many steps that had been done are done again?]],
      vary = {E = {50, 70}, W = {5, 12}, s = {1060, 1412}},
      answer = function(_, p) return p.s - 1 - (p.s - 1 - p.W)//p.E*p.E end,
      wrong = {{value = function(_, p) return p.s - (p.s - 1 - p.W)//p.E*p.E end,
                hint = "The step in which the rank died was done by nobody."}},
      worked = [[{{= n(p.s - 1)}} steps were done; the newest checkpoint that was begun by step
        {{= n(p.s - 1 - p.W)}} is of step {{= n((p.s - 1 - p.W)//p.E*p.E)}}:
        {{= p.s - 1 - (p.s - 1 - p.W)//p.E*p.E}} steps.]]},
    q.choice{id = "has-the-sum", seed = "S003-W25-C2",
      ask = [[A rank dies inside an all-reduce. Rank 0 has the whole sum, the ranks 1 and 2 do not. What does rank 0 do
        with the sum?]],
      options = {"Apply it: it is right", "Send it to the others",
                 "Ask whether it came to all, and throw it away if it did not"},
      answer = 3,
      worked = [[The sum is right, but whoever applies it alone is a step ahead. Rank 0 can't know by itself that the
        others have none, so it asks, as it does after every all-reduce.]]},
    q.multi{id = "snapshot", seed = "S003-W25-C3",
      ask = "What has to be copied at the moment of ckpt_begin()?",
      options = {"The rank's numbers", "The random generator's state", "The loader's place",
        "The gradients of this step"},
      answer = {1, 2, 3},
      worked = "All that changes while the writer is at work, and is needed for the next step."},
    q.text{id = "signal", min_words = 40, seed = "S003-W25-C6",
      ask = [[Slurm sends SIGUSR1 ninety seconds before it ends the job. Say what the handler does, what the
        loop does, how the ranks agree, and which number has to be below ninety.]],
      rubric = {"the handler only sets a flag", "the loop looks at it after a step and all ranks agree on the step",
                "rest of a running save + snapshot + writing a shard + commit is less than the notice"}},
  },

  hints = {
    {on = "build", match = {"incomplete type", "undeclared", "implicit declaration"},
     "struct ckpt is yours to define in ckpt.c. lab.h has string.h, stdio.h, math.h and stddef.h."},
    {on = "sanitize", "A rank may have no number at all; and what is allocated has to be found again by ckpt_close()."},
    {on = "gate:nobody-waits", "ckpt_work() appends at most `bytes`; remember how far you are."},
    {on = "bench:goodput", "All that training may wait for is the copy in ckpt_begin()."},
    {on = "case:slow-disk", "While a checkpoint is under way, ckpt_begin() gives CKPT_BUSY and changes nothing."},
    {on = "case:many", "Old checkpoints are removed after CKPT_DONE, all but the newest two."},
    {on = "case:disk-full", [[All ranks give the checkpoint up as soon as one cannot write, and remove what they
      have written of it.]]},
    {on = "case:a-rank-dies", "share() gives -1: CKPT_FAILED, and no more waiting for anybody."},
    {on = "case:bit-rot", [[A CRC over each shard in the manifest, one over the manifest, and all ranks take the
      same one.]]},
    {on = "case:four-to-two", "A new part overlaps with several shards. first = n*rank/world, for both worlds."},
    {on = "case:fewer-numbers-than-ranks", "A shard of 0 bytes is a shard: it is done at once."},
    {on = "case:power-cuts", [[In this order: contents synced, directory synced, everybody's word; manifest
      under another name, synced, renamed, directory synced; only then CKPT_DONE.]]},
    {on = "call:job", [[Is the snapshot a copy, of numbers and of extra? Does the manifest wait for all shards?
      Does loading fill extra, too?]]},
    {on = "call:elastic", [[Everything anew for the new communicator: share_over(), part, samples, divisor, writer. And
      comm_agree() after the all-reduce, before the sum is used.]]},
    {on = "call:watch", [[Spikes and what is not finite are not kept; the row ends with a finite value, and with
      a rollback.]]},
  },
}
