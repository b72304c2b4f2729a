-- Week 25: a long run is a run that has been restarted many times.
return week {
  n = 25, part = 3, title = "Fault tolerance at scale", seeds = {"S003-W25"},

  summary = [[Something breaks; the question is how much is lost each time and how long it takes
    to continue. You learn to compute both: failure rate from fleet data, checkpoint interval from
    cost and rate, save time from bytes and writers. You build sharded checkpoints that are
    written while training goes on, and let the runner kill you at fifty inconvenient moments,
    after each of which the run has to continue bit for bit.]],

  concepts = {
    {id = "scale", title = "How often does it fail?", seed = "S003-W25-C1",
     text = [[Failures of independent parts add up, so the time between them falls with their
       number. Meta reported {{= f.events}} unexpected interruptions in {{= f.days}} days on
       {{= n(f.gpus)}} GPUs for Llama 3 (2024): one every {{= n(f.mtbf,1)}} hours. At the same
       rate per GPU a job of {{= n(f.small)}} would fail every {{= n(f.mtbf*f.gpus/f.small,0)}}
       hours, about two days, and it takes {{= n(f.mtbf*f.gpus/1e3,0)}} thousand GPUs to fail
       hourly. Fleets differ: OPT-175B, on 992 A100s, was restarted more than a hundred times in
       two months (Zhang et al., 2022).]]},
    {id = "sharded", title = "Full or sharded", seed = "S003-W25-C2",
     text = [[A full checkpoint gathers everything on one rank and writes it with one writer:
       {{= gb(f.ckpt,0)}} for a 70B model with its optimiser state take {{= n(f.ckpt/f.disk,0)}} s
       at {{= si(f.disk,"B/s")}}. Sharded, each rank writes what it owns, and {{= f.writers}}
       writers need {{= n(f.ckpt/f.writers/f.disk,1)}} s if the storage keeps up. A manifest
       records which tensor pieces lie where, so that a different number of ranks can load them:
       resharding is reading overlapping ranges.]]},
    {id = "async", title = "Asynchronous checkpoints", seed = "S003-W25-C3",
     text = [[Training has to stop only while its state is copied to host memory,
       {{= n(f.ckpt/f.writers/f.d2h,2)}} s for one shard at {{= si(f.d2h,"B/s")}}; writing to
       storage goes on in the background. It costs host memory for a full copy of each shard. A
       checkpoint counts only when all shards are on disk: they are written and synced first, then
       a manifest is renamed into place and its directory synced. Until then the previous one is
       the truth.]]},
    {id = "nccl", title = "When a collective hangs", seed = "S003-W25-C4",
     text = [[If one rank dies the others wait in their collective, forever by default. A watchdog
       thread compares the running time of each collective with a timeout, aborts the
       communicator, and raises an error that reaches Python; the switch is now
       TORCH_NCCL_ASYNC_ERROR_HANDLING, the name without the prefix is old. Which rank reports it
       is not the rank that failed, so log the sequence number of the last collective on all of
       them: the one behind is the culprit.]]},
    {id = "elastic", title = "Elastic training", seed = "S003-W25-C5",
     text = [[torchrun starts an agent on each node; the agents meet at a rendezvous, agree on
       ranks and start the workers. When a worker fails, all are stopped, the rendezvous is
       repeated with whoever is there, and workers start from the last checkpoint. So the script
       has to be restartable from the top: load the newest complete checkpoint, reshard, continue.
       With fewer ranks either the global batch shrinks or gradient accumulation grows; decide
       beforehand.]]},
    {id = "slurm", title = "Preemption under Slurm", seed = "S003-W25-C6",
     text = [[Slurm can send a signal a given time before it ends a job: --signal=USR1@90 gives
       ninety seconds' notice. The handler must only set a flag, since a checkpoint cannot be
       written inside a signal handler. The training loop looks at it after each step, agrees with
       the other ranks to stop at the same step, saves and exits with a code that has the job
       requeued. Choose the notice longer than the slowest save.]]},
    {id = "monitor", title = "Watching a run", seed = "S003-W25-C7",
     text = [[Log step time and throughput of each rank, since one slow GPU slows all. Log the
       norm of the gradient and count non-finite values before the optimiser steps: a single NaN
       in the state is permanent. Compare the loss with a running median to catch spikes. And
       decide what happens automatically: skip the batch, lower the rate, or go back to a
       checkpoint and skip the data around the spike.]]},
  },

  readings = {
    {"bloom", hours = 3, seed = "S003-W25-R1",
     look_for = [[The chronicle of incidents: sort them into hardware, software, data and
       numerics, and note for each how it was noticed and how much time it cost.]]},
    {"optlog", hours = 3, seed = "S003-W25-R2",
     look_for = [[The same exercise, plus the interventions on learning rate and loss scale. Which
       of them would an automatic rule have done right?]]},
    {"torchelastic", hours = 2, seed = "S003-W25-R3",
     look_for = [[What the agent does between a failure and a restart, and which state the script
       is expected to restore by itself.]]},
    {"dcp", hours = 2, seed = "S003-W25-R4",
     look_for = [[How a tensor is described in the metadata so that another layout can load it;
       what the asynchronous variant copies, and when.]]},
  },

  practice = {
    {seed = "S003-W25-HO", hours = 3,
     text = [[Give your sharded training job asynchronous checkpoints with a two-phase commit.
       Kill a rank in the middle of a step and in the middle of a save, restart on another number
       of ranks, and report the work lost, the time to recover, and the same for a full
       synchronous checkpoint.]]},
  },

  labs = {"w25-async-ckpt"},

  durable = {"Failure rates add over parts",
             "Optimal interval from cost and rate",
             "Commit by rename after sync",
             "Everything that affects the next step belongs into the checkpoint"},
  ephemeral = {{"Failure rates of published runs", as_of = "2024-07"},
               {"Names of NCCL environment variables in PyTorch", as_of = "2026-01"}},

  facts = function(hw, models)
    local events, days, gpus = 419, 54, 16384
    local m = models.llama3_70b
    local layer = 2*m.d*m.d + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff + 2*m.d
    local P = m.L*layer + 2*m.V*m.d + m.d
    local mtbf = days*24/events
    return {
      events = events, days = days, gpus = gpus, mtbf = mtbf, small = 1000,
      gpu_h = mtbf*gpus, ckpt = P*(2 + 4 + 4 + 4), writers = 64, disk = 2e9, d2h = 50e9, delta = 60,
    }
  end,

  questions = {
    q.num{id = "mtbf", unit = "h", rtol = .01,
      ask = [[{{= f.events}} interruptions in {{= f.days}} days on {{= n(f.gpus)}} GPUs. At the
        same rate per GPU, how long does a job on {{= n(p.g)}} GPUs run between interruptions?]],
      vary = {g = {1000, 4096, 65536}},
      answer = function(f, p) return f.gpu_h/p.g end,
      wrong = {{value = function(f, p) return f.mtbf*p.g/f.gpus end,
                hint = "Fewer GPUs fail less often: the time grows as the number falls."}},
      worked = [[{{= n(f.gpu_h,0)}} GPU hours for each interruption, over {{= n(p.g)}} GPUs:
        {{= n(f.gpu_h/p.g,1)}} hours.]]},

    q.num{id = "hourly", unit = "1", rtol = .01,
      ask = [[At that rate, with how many GPUs is a job interrupted every {{= p.h}} h on
        average?]],
      vary = {h = {1, 3, 24}},
      answer = function(f, p) return f.gpu_h/p.h end,
      wrong = {{value = function(f, p) return f.gpus*p.h/f.mtbf end,
                hint = [[Upside down: a shorter time between interruptions means more GPUs, not
                  fewer.]]}},
      worked = [[{{= n(f.gpu_h/p.h,0)}}. Other fleets have other rates, so measure your own before
        you plan with these.]]},

    q.num{id = "daly", unit = "s", rtol = .01,
      ask = [[Saving stops training for {{= p.d}} s; {{= n(f.small)}} GPUs at the rate above.
        Which time between checkpoints loses least, by √(2·δ·M)?]],
      vary = {d = {60, 10, 300}},
      answer = function(f, p) return math.sqrt(2*p.d*f.gpu_h/f.small*3600) end,
      wrong = {{value = function(f, p) return math.sqrt(p.d*f.gpu_h/f.small*3600) end,
                hint = "The two under the root comes from losing half an interval on average."}},
      worked = [[M is {{= n(f.gpu_h/f.small*3600,0)}} s, so the interval is
        {{= n((2*p.d*f.gpu_h/f.small*3600)^.5/60,1)}} minutes.]]},

    q.num{id = "waste", unit = "%", rtol = .02,
      ask = [[And what share of the time is lost at that interval, to saving and to repeated work,
        for δ = {{= p.d}} s?]],
      vary = {d = {60, 10, 300}},
      answer = function(f, p)
        local M = f.gpu_h/f.small*3600
        local tau = math.sqrt(2*p.d*M)
        return 100*(p.d/tau + tau/(2*M))
      end,
      wrong = {{value = function(f, p)
                  local M = f.gpu_h/f.small*3600
                  return 100*p.d/math.sqrt(2*p.d*M)
                end,
                hint = [[That is the saving. On average half an interval is computed again after a
                  failure.]]}},
      worked = [[Both parts are equal at the optimum, √(2·δ/M) together. Making saves six times
        cheaper lowers it by the root of six only.]]},

    q.num{id = "save", unit = "s", rtol = .01,
      ask = [[{{= gb(f.ckpt,0)}} of state, number of writers {{= p.w}}, each at
        {{= si(f.disk,"B/s")}}. How long does a save take?]],
      vary = {w = {64, 1, 8}},
      answer = function(f, p) return f.ckpt/p.w/f.disk end,
      wrong = {{value = function(f, p) return f.ckpt*2/14/p.w/f.disk end,
                hint = [[The state is more than the 16-bit weights: master weights and two moments
                  belong to it.]]}},
      worked = [[{{= gb(f.ckpt/p.w)}} for each writer.]]},

    q.num{id = "stall", unit = "s", rtol = .01,
      ask = [[Asynchronous, {{= p.writers}} ranks: for how long does training stop if each copies
        its shard to host memory at {{= si(f.d2h,"B/s")}}?]],
      vary = {writers = {32, 128, 256}},
      answer = function(f, p) return f.ckpt/p.writers/f.d2h end,
      wrong = {{value = function(f, p) return f.ckpt/p.writers/f.disk end,
                hint = "Writing to storage goes on in the background."},
               {value = function(f, p) return f.ckpt/f.d2h end,
                hint = "Every rank copies its own shard, at the same time."}},
      worked = [[{{= gb(f.ckpt/p.writers)}} at {{= si(f.d2h,"B/s")}}:
        {{= n(f.ckpt/p.writers/f.d2h,2)}} s.]]},

    q.multi{id = "contents",
      ask = [[A run shall continue bit for bit. What must be in the checkpoint besides the
        weights?]],
      options = {"Optimiser moments",
                 "The state of the random generators",
                 "The position of the data loader",
                 "The loss scale, if there is one",
                 "The activations of the last step"},
      answer = {1, 2, 3, 4},
      worked = [[Everything that influences the next step and cannot be computed from the rest.
        Activations are recomputed.]]},

    q.choice{id = "commit",
      ask = [[All shards have been written and synced, then the manifest was renamed into place.
        Which crash can still lose the checkpoint?]],
      options = {"None",
                 [[A power cut before the directory was synced: the rename itself may not be on
                   disk]],
                 "A crash of rank 0 afterwards",
                 "A second save that starts too early"},
      answer = 2,
      worked = [[Syncing a file makes its contents durable, not its name. The name lives in the
        directory, which has to be synced too.]]},
  },
}
