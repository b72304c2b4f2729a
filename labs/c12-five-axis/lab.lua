-- c12-five-axis: what a step costs on a cluster, along five axes, and which of them it waits for.

local ONE, TENSOR, DATA, PIPELINE, CONTEXT, EXPERTS, MIXED, FAILURES, EDGES, THREES =
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10
local SPLIT = {"resident", "moved", "cost5"}

-- The rates of a machine, all one way. `printed`: how many times the dense peak the sheet says.
local function machine(card, printed, host, link, net)
  return {peak = printed*card.bf16 + 0.0, sparsity = printed, hbm = card.bw + 0.0, host = host + 0.0,
          link = link + 0.0, net = net + 0.0, mem = card.mem + 0.0}
end

local A100 = machine(hw.a100, 1, hw.pcie4.bw_eff, hw.a100.nvlink_dir, hw.ib_ndr.bw_dir/2)
local H100 = machine(hw.h100, 2, hw.pcie5.bw_eff, hw.h100.nvlink_dir, hw.ib_ndr.bw_dir)
local H200 = machine(hw.h200_m, 1, hw.h200_m.h2d_dir, hw.h200_m.p2p_dir, hw.ib_ndr.bw_dir)
local L40S = machine(hw.l40s, 2, hw.pcie4.bw_eff, hw.pcie4.bw_eff, hw.ib_ndr.bw_dir/4)

-- R scenarios of one kind (oracle.c draws them) on one machine.
local function scenarios(id, kind, on, R, calls, more)
  local c = {id = id, kind = kind, R = R, calls = calls}
  for k, v in pairs(on) do c[k] = v end
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

-- Daly's interval for a checkpoint of c seconds and a job that fails every M.
local function daly(c, M)
  local x = c/(2*M)
  return x >= 1 and M or math.sqrt(2*c*M)*(1 + math.sqrt(x)/3 + x/9) - c
end

local function lost_share(c, restart, M, T)
  return M*math.exp(restart/M)*(math.exp((T + c)/M) - 1)/T - 1
end

return lab {
  api = 1, rev = 1, id = "c12-five-axis", title = "Five-axis cost model", kind = "system",
  domain = {"roofline", "capacity", "parallelism", "reliability"},
  seeds = {"S000-THESIS", "S001-14", "S001-33", "S002-1", "S002-5axis", "S002-5axis-1",
           "S002-5axis-2", "S002-5axis-3", "S002-295", "S002-NEXT", "S004-C01-T01", "S004-C08-T02",
           "S004-C12-T01"},
  requires = {}, suggests = {"w01-roofline"},
  hours = {read = 1, lab = 2},
  durable = {"Amount over rate, for arithmetic and for each tier; the longest time is the step",
             "Each way to split divides some amounts and must agree on the rest",
             "A large job fails n times as often: expected loss is an axis like the others"},
  ephemeral = {{"Peaks and rates of the A100, H100, H200 and their links", as_of = "2026-11"},
               {"Failure rates of one fleet of 16,384 H100s", as_of = "2024-07"}},
  readings = {
    {"roofline09", hours = .6, look_for = [[the ridge as a property of the machine, intensity as one
      of the program; what the ceilings below the roof stand for]]},
    {"daly06", hours = .4, look_for = [[where the exponential comes from, and for which checkpoints
      Young's square root stops being good enough]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"fiveaxis.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 10, mem_MiB = 512, threads = 1},

  buffers = {
    rows = {dtype = "f64", shape = {"R", "31"}, dist = gen.custom"rows",
            note = "a scenario: op, grid, machine, risk"},
    plans = {dtype = "f64", shape = {"R", "7"}, dist = gen.custom"plans",
             note = "room, lost, the five times"},
    ridge = {dtype = "f64", shape = {"R", "4"}},
    held = {dtype = "f64", shape = {"R", "2"}},
    bytes = {dtype = "f64", shape = {"R", "4"}},
    losses = {dtype = "f64", shape = {"R", "2"}},
    made = {dtype = "f64", shape = {"R", "16"}},
    binds = {dtype = "i32", shape = {"R"}},
  },

  calls = {
    crossover = call{harness = true, args = {input"rows", output"ridge"}, verify = "ridge",
                     title = "FLOP a byte at which a tier stops binding"},
    resident = call{harness = true, args = {input"rows", output"held"}, verify = "held",
                    title = "devices, and bytes that one of them holds"},
    moved = call{harness = true, args = {input"rows", output"bytes"}, verify = "bytes",
                 title = "bytes of one device on each tier"},
    loss = call{harness = true, args = {input"rows", output"losses"}, verify = "loss",
                title = "checkpoint interval and expected loss"},
    cost5 = call{harness = true, args = {input"rows", output"made"}, verify = "plan",
                 title = "the whole plan"},
    which_axis_binds = call{harness = true, args = {input"plans", output"binds"}, verify = "axis",
                            title = "what a plan waits for"},
  },

  cases = {
    scenarios("one-device", ONE, H100, 12, {"crossover", "resident", "moved", "cost5"}),
    scenarios("tensor", TENSOR, H100, 24, SPLIT),
    scenarios("data", DATA, H200, 24, {"crossover", "resident", "moved", "cost5"}),
    scenarios("pipeline", PIPELINE, A100, 24, SPLIT),
    scenarios("context", CONTEXT, H200, 24, SPLIT),
    scenarios("experts", EXPERTS, H100, 24, SPLIT),
    scenarios("threes", THREES, L40S, 12, SPLIT, {tags = {"edge"}, note = "three ranks share a layer"}),
    scenarios("failures", FAILURES, A100, 30, {"loss", "cost5"}),
    scenarios("edges", EDGES, H100, 28, {"loss", "resident", "moved", "cost5"}, {tags = {"edge"},
              note = "no bytes, no FLOP, nothing fails, mtbf below a checkpoint, losses of 1e-7, 2^35 devices"}),
    {id = "ties", R = 256, calls = {"which_axis_binds"}, tags = {"edge"},
     note = "at the ridge, no room to spare, endless loss, nothing at all"},
    {id = "hidden-ties", hidden = true, R = gen.pick{150, 300}, calls = {"which_axis_binds"}},
    scenarios("thirty", MIXED, H100, 30, {"crossover", "resident", "moved", "loss", "cost5"}),
    scenarios("hidden", MIXED, H200, gen.pick{37, 41, 53}, {"crossover", "resident", "moved", "loss", "cost5"},
              {hidden = true, sparsity = gen.pick{1, 2}, net = gen.pick{12.5e9, 25e9, 1e11}}),
  },

  -- Decoding Llama 3 70B on one node of H100s.
  predict = {
    predict{id = "flops", axis = "flops", unit = "TFLOP", answer = "2*f.P*f.B/f.tp/1e12", rtol = .1,
            ask = [[Llama 3 70B makes one token for each of {{= f.B}} users, split over
              {{= f.tp}} H100s (tp). FLOP of one device, attention left aside?]],
            worked = "2 · {{= n(f.P)}} · {{= f.B}} / {{= f.tp}} = {{= si(2*f.P*f.B/f.tp, 'FLOP')}}."},
    predict{id = "bytes", axis = "bytes", unit = "GB", answer = "f.decode.hbm/1e9", rtol = .1,
            ask = [[Bytes that one device reads for it: its weights in 16 bits and its share of the
              cache, {{= n(f.S)}} tokens a user at {{= n(f.kv_tok)}} B a token?]],
            worked = [[({{= gb(2*f.P)}} + {{= gb(f.B*f.S*f.kv_tok)}}) / {{= f.tp}} =
              {{= gb(f.decode.hbm)}}.]]},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", rtol = .1,
            answer = "f.decode.flops/f.decode.hbm",
            ask = "So the intensity?",
            worked = "Far below the ridge of {{= n(f.h100.ridge, 0)}}: memory binds."},
    predict{id = "parallelism", axis = "parallelism", unit = "MB", answer = "f.decode.link/1e6",
            rtol = .1,
            ask = [[What one device sends to the others in a step: two all-reduces of the hidden
              state ({{= f.B}} tokens of {{= n(f.m.d)}} 16-bit numbers) in each of {{= f.m.L}}
              layers?]],
            worked = [[2 · {{= f.m.L}} sums, each {{= n(2*(f.tp - 1)/f.tp)}} times
              {{= mb(f.B*f.m.d*2)}}: {{= mb(f.decode.link)}}.]]},
    predict{id = "failure", axis = "failure",
            choices = {"the memory of a device", "a lost device, every hour",
                       "NaN in the logits"},
            answer = "the memory of a device",
            ask = "Users double and double again at the same length. What ends it first?",
            worked = [[{{= gb(2*f.P/f.tp)}} of weights, and {{= gb(f.B*f.S*f.kv_tok/f.tp)}} of cache
              that becomes four times as much, on {{= gb(f.mem, 0)}}.]]},
  },

  facts = function(hw)
    local m = models.llama3_70b
    local f = {m = m, B = 64, S = 8192, tp = 8, kv_tok = 2*m.L*m.Hkv*m.hd*2, mem = hw.h100.mem + 0.0}
    f.mm = m.L*(2*m.d*m.H*m.hd + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff) + m.V*m.d
    f.P = f.mm + m.V*m.d + (2*m.L + 1)*m.d
    -- + 0.0: whole figures as large as these would be integers to Lua
    local function card(c)
      return {bf16 = c.bf16 + 0.0, bw = c.bw + 0.0, ridge = c.bf16/c.bw, name = c.name}
    end
    f.a100, f.h100, f.h200 = card(hw.a100), card(hw.h100), card(hw.h200)
    f.measured = card(hw.h200_m)
    f.rate = {flops = f.h100.bf16, hbm = f.h100.bw, host = hw.pcie5.bw_eff + 0.0,
              link = hw.h100.nvlink_dir + 0.0, net = hw.ib_ndr.bw_dir + 0.0}
    f.nvlink_both = hw.h100.nvlink + 0.0

    -- lab.h once more for a dense model without cp, on nodes of eight H100s.
    local function plan(o, dp, tp, pp)
      local n, W, X = dp*tp*pp, 2*f.P/(tp*pp), o.tokens*m.d*2/dp
      local p = {n = n, W = W, flops = o.flops/n, hbm = o.sweeps*W + o.acts/n, link = 0, net = 0}
      local function allreduce(G, g, s)
        local k = math.max(1, math.min(g, 8//s))
        p.link = p.link + 2*(k - 1)/k*G
        p.net = p.net + 2*(g/k - 1)/(g/k)*G/k
      end
      allreduce((o.train and 4 or 2)*m.L/pp*X, tp, 1)
      if o.train then
        allreduce(W, dp, tp)
        p.net = p.net + (pp > 1 and 2*X/tp or 0)
      end
      p.t, p.step, p.binds = {}, 0, "?"
      for _, axis in ipairs{"flops", "hbm", "link", "net"} do
        p.t[axis] = p[axis]/f.rate[axis]
        if p.t[axis] > p.step then p.step, p.binds = p.t[axis], axis end
      end
      p.step = p.step*((o.micro or 1) + pp - 1)/(o.micro or 1)
      return p
    end
    local decode = {tokens = f.B, flops = 2*f.mm*f.B, sweeps = 1, acts = f.B*f.S*f.kv_tok}
    local prompt = {tokens = f.S, flops = 2*f.mm*f.S, sweeps = 1, acts = 24*f.S*m.d*m.L}
    f.T, f.micro, f.dp, f.pp = 512*f.S, 32, 16, 4
    local train = {tokens = f.T, flops = 6*f.mm*f.T, sweeps = 3*f.micro, acts = 68*f.T*m.d*m.L,
                   micro = f.micro, train = true}
    f.decode, f.prompt = plan(decode, 1, 8, 1), plan(prompt, 1, 8, 1)
    f.prompt16, f.train = plan(prompt, 1, 16, 1), plan(train, f.dp, 8, f.pp)
    f.axis = {flops = "arithmetic", hbm = "HBM", link = "NVLink", net = "network"}

    -- Llama 3 (Meta, 2024): unexpected interruptions of the 405B run.
    f.events, f.days, f.fleet = 419, 54, 16384
    f.fleet_M = f.days*86400/f.events
    f.one = f.fleet_M*f.fleet
    f.ckpt, f.restart = 60, 600
    f.job = function(n)
      local M = f.one/n
      local T = daly(f.ckpt, M)
      return {M = M, T = T, young = math.sqrt(2*f.ckpt*M), lost = lost_share(f.ckpt, f.restart, M, T)}
    end
    local quick = daly(f.ckpt/10, f.fleet_M)
    f.quick = {T = quick, lost = lost_share(f.ckpt/10, f.restart, f.fleet_M, quick)}
    f.lost_at = function(n, T) return lost_share(f.ckpt, f.restart, f.one/n, T) end
    f.latency = 600e-9                                      -- assumed; g-labs measure it
    f.value = 100e9
    return f
  end,

  questions = {
    q.num{id = "ridge", unit = "FLOP/B", rtol = .005, seed = "S002-295",
      ask = [[The number to know by heart is the H100's ridge. A rack holds an H100 SXM at {{= p.c}} % of its dense
        bf16 peak; its memory keeps its rate. At which intensity does it stop waiting for memory? Its sheet says
        {{= si(2*f.h100.bf16, "FLOP/s", 4)}} "with sparsity" and {{= si(f.h100.bw, "B/s")}}.]],
      vary = {c = {60, 75, 90}},
      answer = function(f, p) return f.h100.ridge*p.c/100 end,
      wrong = {{value = function(f, p) return 2*f.h100.ridge*p.c/100 end,
                hint = "That peak skips two zeros in four. Your matrices have none."},
               {value = function(f) return f.h100.ridge end, hint = "That is the whole card's, by heart. And here?"},
               {value = function(f, p) return f.h100.bf16*p.c/100/3e12 end,
                hint = "3 TB/s is a rounding too far: the sheet says 3.35."},
               {value = function(f, p) return f.h100.ridge*100/p.c end,
                hint = "With fewer FLOP a second the ridge moves to the left."}},
      worked = [[{{= si(f.h100.bf16, "FLOP/s", 4)}} / {{= si(f.h100.bw, "B/s")}} = {{= n(f.h100.ridge, 1)}}, and
        {{= p.c}} % of that is {{= n(f.h100.ridge*p.c/100, 1)}}.]]},
    q.num{id = "ridge-other", unit = "FLOP/B", rtol = .005, seed = "S004-C08-T02",
      ask = [[And for the {{= f[p.card].name}}, {{= si(f[p.card].bf16, "FLOP/s", 4)}} and
        {{= si(f[p.card].bw, "B/s", 4)}}, whose kernels get {{= p.b}} % of that bandwidth?]],
      vary = {card = {"a100", "h200"}, b = {80, 90}},
      answer = function(f, p) return f[p.card].ridge*100/p.b end,
      wrong = {{value = function(f, p) return f[p.card].ridge end, hint = "That is with all of the bandwidth."},
               {value = function(f, p) return f[p.card].ridge*p.b/100 end,
                hint = "With fewer bytes a second the ridge moves to the right."}},
      worked = [[{{= n(f[p.card].ridge, 1)}} by the sheet, {{= n(f[p.card].ridge*100/p.b, 1)}} with {{= p.b}} % of
        the bandwidth. H200 and H100 have the same arithmetic; more bandwidth moves the ridge to the left, and
        kernels that waited for memory just run faster.]]},
    q.table{id = "sketch", unit = "1", rtol = .02, seed = "S001-33",
      ask = [[Without looking: the roofline of an H100 (bf16, dense). TFLOP/s that are attainable at
        these intensities?]],
      rows = {"1 FLOP/B", "{{= p.lo}} FLOP/B", "{{= p.mid}} FLOP/B", "1,000 FLOP/B"}, columns = {"TFLOP/s"},
      vary = {lo = {20, 40, 60}, mid = {80, 150, 200}},
      answer = function(f, p)
        local bw, peak = f.h100.bw/1e12, f.h100.bf16/1e12
        return {{bw}, {p.lo*bw}, {p.mid*bw}, {peak}}
      end,
      hint = "The slope is the bandwidth; the roof starts at the ridge, near 295.",
      worked = [[{{= n(f.h100.bw/1e12)}}, {{= n(p.lo*f.h100.bw/1e12)}}, {{= n(p.mid*f.h100.bw/1e12)}}, and
        under the roof {{= n(f.h100.bf16/1e12)}}.]]},
    q.num{id = "link-ridge", unit = "FLOP/B", rtol = .01, seed = "S002-5axis-2",
      ask = [[The same for NVLink: how many FLOP must an H100 do for each byte that it *sends* before the link stops
        binding? The box says {{= si(f.nvlink_both, "B/s")}}, and the sums reach {{= p.u}} % of what it means.]],
      vary = {u = {60, 75, 90}},
      answer = function(f, p) return f.rate.flops/f.rate.link*100/p.u end,
      wrong = {{value = function(f, p) return f.rate.flops/f.nvlink_both*100/p.u end,
                hint = "The figure on the box adds both directions. You send in one."},
               {value = function(f) return f.rate.flops/f.rate.link end, hint = "That is a link at its full rate."}},
      worked = [[{{= si(f.h100.bf16, "FLOP/s", 4)}} / {{= si(f.rate.link, "B/s")}} =
        {{= n(f.rate.flops/f.rate.link, 0)}}, and {{= n(f.rate.flops/f.rate.link*100/p.u, 0)}} at {{= p.u}} % of the
        rate. Each tier has a ridge of its own; the network's is {{= n(f.rate.flops/f.rate.net, 0)}}.]]},
    q.num{id = "round-trip", unit = "us", rtol = .02, seed = "S004-C12-T01",
      ask = [[Llama 3 70B, {{= n(p.T)}} tokens on one H100. An operation between two matrix products
        (a residual addition, a norm) that is a kernel of its own reads the hidden state of
        {{= n(f.m.d)}} 16-bit numbers a token once and writes it once. How long at least?]],
      vary = {T = {2048, 4096, 16384}},
      answer = function(f, p) return 4*p.T*f.m.d/f.h100.bw*1e6 end,
      wrong = {{value = function(f, p) return 2*p.T*f.m.d/f.h100.bw*1e6 end,
                hint = "A round trip: there and back."},
               {value = function(f, p) return 8*p.T*f.m.d/f.h100.bw*1e6 end,
                hint = "16-bit numbers have two bytes."}},
      worked = [[{{= mb(4*p.T*f.m.d)}} / {{= si(f.h100.bw, "B/s")}} =
        {{= us(4*p.T*f.m.d/f.h100.bw)}}. In that time the tensor cores could do
        {{= si(4*p.T*f.m.d/f.h100.bw*f.h100.bf16, "FLOP")}}. That is what fusing saves.]]},
    q.num{id = "in-flight", unit = "MB", rtol = .02, seed = "S004-C01-T01",
      ask = [[A throughput machine hides latency with work in flight. If a load takes
        {{= p.ns}} ns (assume it), how many bytes must be under way at any moment for {{= p.u}} % of
        {{= si(f.h100.bw, "B/s")}}?]],
      vary = {ns = {400, 800, 1000}, u = {75, 90}},
      answer = function(f, p) return f.h100.bw*p.u/100*p.ns*1e-9/1e6 end,
      wrong = {{value = function(f, p) return f.h100.bw*p.ns*1e-9/1e6 end, hint = "That is for all of the bandwidth."},
               {value = function(f, p, hw) return f.h100.bw*p.u/100*p.ns*1e-9/hw.h100.sms/1e6 end,
                hint = "So much has each of {{= hw.h100.sms}} SMs under way."}},
      worked = [[Rate times latency: {{= mb(f.h100.bw*p.u/100*p.ns*1e-9)}}. A CPU core keeps some dozens of
        64-byte lines under way and spends its area on making the latency short; a GPU spends it on
        threads that can wait.]]},
    q.num{id = "offload", unit = "ms", rtol = .02, seed = "S002-5axis-2",
      ask = [[Llama 3 70B on {{= p.n}} H100s, each with {{= si(f.rate.host, "B/s")}} to the host. The
        weights ({{= gb(2*f.P)}}) stay in host memory and are streamed in for every step. How long
        does a step take at least?]],
      vary = {n = {2, 4, 8}},
      answer = function(f, p) return 2*f.P/p.n/f.rate.host*1e3 end,
      wrong = {{value = function(f, p) return 2*f.P/p.n/f.h100.bw*1e3 end,
                hint = "That is the rate of HBM. These bytes take another lane first."},
               {value = function(f) return 2*f.P/f.rate.host*1e3 end,
                hint = "Each device has a lane to the host of its own and fetches its own share."}},
      worked = [[{{= gb(2*f.P/p.n)}} a device over {{= si(f.rate.host, "B/s")}}:
        {{= ms(2*f.P/p.n/f.rate.host, 0)}}. Out of HBM it would be
        {{= ms(2*f.P/p.n/f.h100.bw, 1)}}: one tier further out costs a factor of
        {{= n(f.h100.bw/f.rate.host, 0)}}.]]},
    q.num{id = "tp", unit = "GB", rtol = .01, seed = "S002-5axis",
      ask = [[Prefill of {{= n(f.S)}} tokens of Llama 3 70B, tp {{= p.tp}} inside one node. What does
        one device send over NVLink?]],
      vary = {tp = {2, 4, 8}},
      answer = function(f, p) return 2*f.m.L*2*(p.tp - 1)/p.tp*f.S*f.m.d*2/1e9 end,
      wrong = {{value = function(f, p) return f.m.L*2*(p.tp - 1)/p.tp*f.S*f.m.d*2/1e9 end,
                hint = "Two sums a layer: after attention and after the MLP."},
               {value = function(f, p) return 2*f.m.L*2*(p.tp - 1)/p.tp*f.S*f.m.d*2/1e9/p.tp end,
                hint = "tp splits weights, not tokens: every device sums the whole hidden state."}},
      worked = [[2 · {{= f.m.L}} all-reduces of {{= mb(f.S*f.m.d*2)}}, each 2·(tp - 1)/tp of it:
        {{= gb(2*f.m.L*2*(p.tp - 1)/p.tp*f.S*f.m.d*2)}}.]]},
    q.choice{id = "tp16", seed = "S002-5axis",
      ask = [[The same prompt on 16 devices, tp 16 over two nodes, sums in three steps. What binds?]],
      options = {"arithmetic", "HBM", "NVLink", "the network"}, answer = 3,
      worked = [[Arithmetic {{= ms(f.prompt16.t.flops)}}, HBM {{= ms(f.prompt16.t.hbm)}}, NVLink
        {{= ms(f.prompt16.t.link)}}, network {{= ms(f.prompt16.t.net)}}. Arithmetic was halved, the
        sums stayed. The slow wire carries an eighth and is not the one that binds: latency, which
        this model leaves out, is what makes tp across nodes worse still.]]},
    q.num{id = "dp", unit = "ms", rtol = .02, seed = "S002-5axis",
      ask = [[Training it on {{= n(8*f.pp*p.dp)}} H100s as tp 8, pp {{= f.pp}}, dp {{= p.dp}}: how long
        does the network need for the gradients of a step, 16-bit, at {{= si(f.rate.net, "B/s")}} a
        device?]],
      vary = {dp = {4, 8, 32}},
      answer = function(f, p) return 2*(p.dp - 1)/p.dp*f.train.W/f.rate.net*1e3 end,
      wrong = {{value = function(f, p) return 2*(p.dp - 1)/p.dp*2*f.P/f.rate.net*1e3 end,
                hint = "A device has only its 1/(tp·pp) of the weights."},
               {value = function(f, p) return (p.dp - 1)/p.dp*f.train.W/f.rate.net*1e3 end,
                hint = "Partial sums go round, then the finished ones."},
               {value = function(f) return f.train.W/f.rate.net*1e3 end,
                hint = "That is each byte once. A ring sends nearly all of it twice."}},
      worked = [[{{= gb(f.train.W)}} a device; tp fills the node, so no two ranks of a dp group share
        one. {{= n(2*(p.dp - 1)/p.dp, 3)}} times that: {{= ms(2*(p.dp - 1)/p.dp*f.train.W/f.rate.net)}}. More replicas
        hardly add to it, and each does less arithmetic.]]},
    q.multi{id = "ep", seed = "S002-5axis",
      ask = [[A mixture of experts trains with dp 64. Now ep 8 is switched on. Which of these shrink
        on each device?]],
      options = {"devices of the job", "bytes of expert weights held",
                 "bytes of dense gradients that are summed", "FLOP",
                 "bytes of expert gradients that are summed"},
      answer = {2, 5},
      worked = [[ep takes no devices: eight ranks of dp share out the experts, so each holds and sums an
        eighth of them. The price is an all-to-all of tokens, twice a layer and pass. FLOP are those
        of the tokens and stay.]]},
    q.num{id = "mtbf", unit = "h", rtol = .01, seed = "S002-5axis",
      ask = [[Meta counted {{= f.events}} unexpected interruptions in {{= f.days}} days on
        {{= n(f.fleet)}} H100s. The mean time between them for a job of {{= n(p.n)}} such devices?]],
      vary = {n = {256, 1024, 2048}},
      answer = function(f, p) return f.one/p.n/3600 end,
      wrong = {{value = function(f) return f.fleet_M/3600 end, hint = "That is the whole fleet's."},
               {value = function(f, p) return f.fleet_M*p.n/f.fleet/3600 end,
                hint = "Fewer devices fail less often, not more often."}},
      worked = [[{{= n(f.fleet_M/3600, 2)}} h for {{= n(f.fleet)}}, so {{= n(f.one/3600, 0)}} h for
        one, and {{= n(f.one/p.n/3600, 1)}} h for {{= n(p.n)}}.]]},
    q.num{id = "interval", unit = "min", rtol = .02, seed = "S002-5axis",
      ask = [[A job of {{= n(p.n)}} such devices, M = {{= n(f.job(p.n).M, 0)}} s. A checkpoint stops it for
        {{= f.ckpt}} s. How much work between two checkpoints, by Daly's formula?]],
      vary = {n = {8192, 24576, 32768}},
      answer = function(f, p) return f.job(p.n).T/60 end,
      wrong = {{value = function(f, p) return f.job(p.n).young/60 end,
                hint = "That is Young's square root alone. Daly takes the checkpoint off again."},
               {value = function(f, p) return f.job(p.n).M/60 end,
                hint = "Once for each failure: half of all work would be lost."},
               {value = function(f) return f.job(f.fleet).T/60 end, hint = "That is for all {{= n(f.fleet)}}."}},
      worked = [[Young's root is {{= n(f.job(p.n).young/60, 1)}} min, Daly's interval
        {{= n(f.job(p.n).T/60, 1)}} min. With {{= f.restart/60}} min for a restart the loss is
        {{= pct(f.job(p.n).lost)}}.]]},
    q.text{id = "quote", min_words = 60, seed = "S002-1",
      ask = [[A colleague estimates the time of a training run as 6·N·D over the number of devices
        times the peak on the sheet. Name what is missing on each of the five axes, and say which
        omission you would look into first on {{= n(f.fleet)}} devices and why.]],
      rubric = {"FLOP: the peak on the sheet may be the sparse one; recomputation and attention",
                "bytes and intensity: kernels below the ridge run at the memory's rate",
                "parallelism: sums over tp and dp, the pipeline's bubble, each on its own tier",
                "failure: checkpoints, lost work and restarts grow with the number of devices",
                "an order for looking that follows from amounts over rates, not from taste"}},
  },

  hints = {
    {on = "call:crossover", "Dense peak is peak / sparsity. Then one division for each tier."},
    {on = "call:resident", [[tp and pp divide all weights, ep the experts only; dp and cp divide none.
      ep takes no devices.]]},
    {on = "case:one-device", [[No group has more than one member: T_LINK and T_NET are 0. If they are
      not, put g = 1 into your all-reduce.]]},
    {on = "case:tensor", [[X is not divided by tp. Of the tp ranks, k stand in a node: the message says
      how many a node holds.]]},
    {on = "case:data", [[Only training exchanges gradients. Ranks of dp are tp apart; with tp = 1 a
      node holds several.]]},
    {on = "case:pipeline", [[L = layers / pp. X / tp goes once, or twice when training. The bubble is a
      factor of the step, not one of the times.]]},
    {on = "case:context", [[K goes round (cp - 1) times a layer. And ranks of cp hold the same weights:
      the dense gradients are summed among dp*cp.]]},
    {on = "case:experts", [[Two all-reduces of gradients: dense among dp*cp, tp apart; experts among
      dp*cp/ep, tp*ep apart. The shares of an all-to-all: k - 1 by link, ep - k by network.]]},
    {on = "case:threes", "Nothing here is a power of two. No shifts, and multiply before dividing."},
    {on = "case:failures", [[M is mtbf / n. The interval is Daly's only when none is given. Everything
      after that is one line.]]},
    {on = "case:edges", [[Write the limits down first: M infinite, interval 0, interval infinite. A
      loss of 3e-7 computed as (1 + 3e-7) - 1 keeps nine digits; exp(x) - 1 inside it keeps fewer.]]},
    {on = "case:ties", "room < 0, not <= 0. Then strictly larger, in the order of enum axis."},
    {after = 3, [[Take the first row of the case that fails and do it on paper with the grid in the
      message; most terms are 0.]]},
  },

  points = {correct = 55, sanitize = 10, answers = 35},
}
