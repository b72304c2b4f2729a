return week {
  n = 41, part = 5, title = "Serving diffusion; sparse and long attention", seeds = {"S003-W41"},
  summary = [[Diffusion requests are the scheduler's dream, fixed work with no surprises, until
guidance scales and step counts differ within a batch. You build the batch scheduler, split one
image over several GPUs with activations that are one step old, and size a fleet for 256 images a
second twice, with and without a factor-of-two slip. The second half of the week makes attention
sparse: windows, global and random blocks, a bias that decays with distance, and a convolution as
long as the text.]],
  concepts = {
    {id = "batching", title = "Batching diffusion requests", seed = "S003-W41-C1", text = [[
Every request is the same network applied a known number of times, so a batch needs no padding and
no page tables. What differs is per request: guidance doubles its rows (conditional and
unconditional), the scale is one number a row and mixes freely, requests without guidance take one
row, and step counts make requests leave at different times. So schedule by step, as with tokens:
admit when a row is free. Latency of a batch grows almost linearly once the GPU is full: at
{{= n(1e3*f.img_s, 0) }} ms an image, {{= f.max_batch }} is the largest batch that finishes within
{{= n(1e3*f.target_s) }} ms.]]},
    {id = "distrifusion", title = "DistriFusion: yesterday's neighbours", seed = "S003-W41-C2",
      text = [[
Give each GPU a patch of one image. Attention needs keys and values of all patches, but from one
denoising step to the next they hardly change, so use the other patches' activations of the
*previous* step and exchange the current ones asynchronously while computing. A few synchronous
warm-up steps start the cache, norms over the whole image get corrected statistics, and the
exchange is large, {{= n(f.exchange_B/1e6, 0) }} MB a step for a DiT-XL/2, but hidden. It buys
latency of a single image, not throughput.]]},
    {id = "pipefusion", title = "PipeFusion: pipeline the patches", seed = "S003-W41-C3", text = [[
Split the *layers* over the GPUs instead and send patches through as micro-batches. Since each
stage may use the other patches' activations from the previous step, the pipeline never drains
between steps: patch one of step t+1 enters while the last patch of step t is still inside. Only
activations at stage boundaries travel, far less than keys and values of all layers, and each GPU
stores only its own layers' weights.]]},
    {id = "sparse", title = "Windows, global tokens, random blocks", seed = "S003-W41-C4", text = [[
Longformer lets each token see a window and a few global tokens that see everything; BigBird adds
random blocks and shows that the result keeps the full model's expressive power in theory. Cost
goes with visited tiles: at {{= n(f.S) }} tokens in blocks of {{= f.block }}, a window of
{{= f.window }} to both sides plus {{= f.global }} global blocks visits {{= f.visited }} of
{{= f.blocks }} key blocks, {{= n(100*f.visited/f.blocks, 1) }} %. The kernel is flash attention
over a list of blocks; no mask of S² entries may exist anywhere.]]},
    {id = "alibi", title = "ALiBi: distance as a bias", seed = "S003-W41-C5", text = [[
Drop position embeddings and subtract from every score a multiple of the distance between query
and key. Each head has its own slope, a geometric sequence 2^(−8i/H), so that some heads look far
and others near; nothing is learned. Because the bias is defined for any distance, the model keeps
working on texts longer than it was trained on, at the price of attending less to what is far
away. In a tile it is one multiply-add a score.]]},
  },

  readings = {
    {"bigbird", hours = 3, seed = "S003-W41-R1", look_for = [[How random, window and global
attention are rearranged into blocks for the hardware, and what the theory needs the global tokens
for.]]},
    {"hyena", hours = 3, seed = "S003-W41-R2", look_for = [[The operator as alternating gates and
long convolutions; find where the filter is generated and why it must be causal.]]},
    {"effattn", hours = 4, seed = "S003-W41-R3", look_for = [[Draw the family tree: fixed
patterns, learned patterns, linear forms, hybrids. Which branches change the KV cache, and which
only the FLOP?]]},
  },

  practice = {
    {hours = 2, seed = "S003-W41-HO", text = [[In `w41-distrifusion`, run the DiT block on two and
four ranks: synchronous gather first, then stale activations with warm-up. Report latency in
virtual time, exposed communication, and the error against one rank as a function of warm-up
steps.]]},
    {hours = 1, seed = "S003-W41-HO", text = [[Feed the batch scheduler a mix of guided and
unguided requests with 10, 20 and 50 steps. Compare step-level admission with whole batches, then
check the mean wait against the queueing formula.]]},
  },

  milestone = {seed = "S003-W41-MS", text = [[Design a service for 256 DiT-XL/2 images a second:
(a) the step count you choose with DPM-Solver and what it costs in quality, (b) batching with
mixed guidance, (c) patch parallelism where it helps. State how many GPUs meet a P99 of 100 ms
*image latency* (first-token time means nothing here), and which assumption moves that number
most.]]},

  labs = {"w41-distrifusion", "w41b-sparse-attn"},
  durable = {"staleness as a way to hide communication",
    "fleet size from work, utilisation and queueing", "cost proportional to visited tiles",
    "long convolution by FFT"},
  ephemeral = {{"DistriFusion and PipeFusion as the two schemes", as_of = "2024-05"},
    {"40 % of peak for a DiT", as_of = "2026-03"}},

  facts = function(hw)
    local d, L, T = 1152, 28, 256
    local fwd = 2 * (T * L * 12 * d * d + 2 * T * T * d * L + L * 6 * d * d)
    local steps, mfu, rate, load, target = 20, 0.4, 256, 0.7, 0.1
    local img = 2 * steps * fwd / (mfu * hw.h100.bf16)
    local S, block, window, glob = 8192, 64, 512, 2
    return {
      d = d, L = L, T = T, fwd = fwd, steps = steps, mfu = mfu, rate = rate, load = load,
      target_s = target, peak = hw.h100.bf16, img_s = img, max_batch = math.floor(target / img),
      gpus = math.ceil(rate * img / load), exchange_B = T * d * 2 * L * 2,
      S = S, block = block, window = window, global = glob, blocks = S // block,
      visited = 2 * (window // block) + 1 + glob, H = 8,
    }
  end,

  questions = {
    q.num {id = "ms-image-time", unit = "ms", seed = "S003-W41-MS", vary = {steps = {20, 10}},
      ask = [[DPM-Solver with {{= p.steps }} steps and guidance on DiT-XL/2
({{= n(f.fwd/1e9, 1) }} GFLOP a pass) at {{= n(100*f.mfu) }} % of {{= n(f.peak/1e12, 1) }}
TFLOP/s, autoencoder left out: how long does one image keep one GPU busy?]],
      answer = function(f, p) return 1e3 * 2 * p.steps * f.fwd / (f.mfu * f.peak) end,
      wrong = {
        {value = function(f, p) return 1e3 * p.steps * f.fwd / (f.mfu * f.peak) end,
          hint = [[Either guidance was forgotten or multiply-adds were counted as FLOP: both halve
the answer, and the fleet.]]},
        {value = function(f, p) return 1e3 * 2 * p.steps * f.fwd / f.peak end,
          hint = "At the stated share of peak."},
      },
      worked = [[{{= 2*p.steps }} passes × {{= n(f.fwd/1e9, 1) }} GFLOP =
{{= n(2*p.steps*f.fwd/1e12, 2) }} TFLOP; over {{= n(f.mfu*f.peak/1e12, 1) }} TFLOP/s:
{{= n(1e3*2*p.steps*f.fwd/(f.mfu*f.peak), 1) }} ms.]]},

    q.num {id = "ms-fleet", unit = "1", rtol = 0.001, seed = "S003-W41-MS",
      vary = {steps = {20, 10}},
      ask = [[{{= f.rate }} such images a second ({{= p.steps }} steps, guided), GPUs loaded to at
most {{= n(100*f.load) }} %. How many GPUs?]],
      answer = function(f, p)
        return math.ceil(f.rate * 2 * p.steps * f.fwd / (f.mfu * f.peak) / f.load)
      end,
      wrong = {
        {value = function(f, p)
            return math.ceil(f.rate * 2 * p.steps * f.fwd / (f.mfu * f.peak))
          end, hint = "That is the fleet at 100 % load: queues grow without bound."},
        {value = function(f, p) return math.ceil(f.rate * p.steps * f.fwd / (f.mfu * f.peak)) end,
          hint = "Half of the work is missing: multiply-adds or guidance."},
      },
      worked = [[{{= n(f.rate*2*p.steps*f.fwd/1e15, 2) }} PFLOP/s of work over
{{= n(f.mfu*f.peak/1e12, 1) }} TFLOP/s a GPU is {{= n(f.rate*2*p.steps*f.fwd/(f.mfu*f.peak), 2) }}
GPUs flat out, {{= n(f.rate*2*p.steps*f.fwd/(f.mfu*f.peak)/f.load, 2) }} at {{= n(100*f.load) }}
%: round up.]]},

    q.num {id = "ms-wait", unit = "ms", rtol = 0.02, seed = "S003-W41-MS",
      vary = {gpus = {9, 8, 12}},
      ask = [[With {{= p.gpus }} GPUs, random arrivals spread evenly and fixed service of
{{= n(1e3*f.img_s, 1) }} ms (an M/D/1 queue for each GPU): what is the mean wait?]],
      answer = function(f, p)
        local rho = f.rate * f.img_s / p.gpus
        return 1e3 * rho * f.img_s / (2 * (1 - rho))
      end,
      wrong = {
        {value = function(f, p)
            return 1e3 * f.rate * f.img_s / p.gpus * f.img_s / (1 - f.rate * f.img_s / p.gpus)
          end, hint = "That is M/M/1; fixed service halves the wait."},
        {value = function(f, p)
            return 1e3 * f.img_s
              * (1 + f.rate * f.img_s / p.gpus / (2 * (1 - f.rate * f.img_s / p.gpus)))
          end, hint = "That includes the service time."},
      },
      worked = [[ρ = {{= f.rate }}·{{= n(f.img_s, 4) }}/{{= p.gpus }} =
{{= n(f.rate*f.img_s/p.gpus, 3) }}; the wait is ρ·S/(2(1−ρ)) =
{{= n(1e3*f.rate*f.img_s/p.gpus*f.img_s/(2*(1-f.rate*f.img_s/p.gpus)), 1) }} ms. One shared queue
would do better than one a GPU.]]},

    q.num {id = "ms-batch", unit = "1", rtol = 0.001, seed = "S003-W41-MS",
      vary = {steps = {20, 10}},
      ask = [[If the time of a batch is proportional to its size (the GPU is already full at one
image), what is the largest batch of {{= p.steps }}-step images whose service stays within
{{= n(1e3*f.target_s) }} ms?]],
      answer = function(f, p)
        return math.floor(f.target_s / (2 * p.steps * f.fwd / (f.mfu * f.peak)))
      end,
      wrong = {{value = function(f, p) return math.floor(f.target_s
        / (p.steps * f.fwd / (f.mfu * f.peak))) end, hint = "Each guided image takes two rows."}},
      worked = [[{{= n(1e3*f.target_s) }} ms / {{= n(1e3*2*p.steps*f.fwd/(f.mfu*f.peak), 1) }} ms,
rounded down. Waiting comes on top, so the target is tighter than this.]]},

    q.num {id = "exchange", unit = "MB",
      ask = [[Patch parallelism exchanges keys and values of all {{= p.T }} tokens (width
{{= n(f.d) }}, bf16) of all {{= f.L }} layers once a step. How many bytes is that in total?]],
      vary = {T = {64, 576, 1024}},
      answer = function(f, p) return f.exchange_B/f.T*p.T / 1e6 end,
      wrong = {
        {value = function(f, p) return f.exchange_B/f.T*p.T / 2e6 end, hint = "Keys and values."},
        {value = function(f, p) return f.exchange_B/f.T*p.T / f.L / 1e6 end, hint = "All layers."},
      },
      worked = [[{{= p.T }}·{{= n(f.d) }}·2·{{= f.L }}·2 B = {{= n(f.exchange_B/f.T*p.T/1e6, 1) }} MB.]]},

    q.num {id = "block-frac", unit = "%", vary = {window = {512, 256, 1024}},
      ask = [[{{= n(f.S) }} tokens, key blocks of {{= f.block }}, a window of {{= p.window }}
tokens to both sides and {{= f.global }} global blocks. What share of the key blocks does an
interior row of blocks visit?]],
      answer = function(f, p) return 100 * (2 * p.window / f.block + 1 + f.global) / f.blocks end,
      wrong = {
        {value = function(f, p) return 100 * (p.window / f.block + 1 + f.global) / f.blocks end,
          hint = "The window extends to both sides."},
        {value = function(f, p) return 100 * (2 * p.window / f.block + f.global) / f.blocks end,
          hint = "The block on the diagonal counts too."},
      },
      worked = [[{{= n(2*p.window/f.block) }} + 1 + {{= f.global }} of {{= f.blocks }} blocks:
{{= n(100*(2*p.window/f.block+1+f.global)/f.blocks, 1) }} %.]]},

    q.num {id = "fft-conv", unit = "x", rtol = 0.02, vary = {L = {8192, 65536}},
      ask = [[A causal convolution as long as the text, L = {{= n(p.L) }}: directly it takes
2·L²/2 FLOP; by FFT, three transforms of the padded length 2L at 5·2L·log₂(2L) FLOP each. By what
factor does the FFT win?]],
      answer = function(f, p) return p.L * p.L / (3 * 5 * 2 * p.L * math.log(2 * p.L, 2)) end,
      wrong = {
        {value = function(f, p) return p.L * p.L / (3 * 5 * p.L * math.log(p.L, 2)) end,
          hint = "Pad to 2L, or the convolution wraps around and is not causal."},
        {value = function(f, p) return 2 * p.L * p.L / (3 * 5 * 2 * p.L * math.log(2 * p.L, 2)) end,
          hint = "The direct sum is causal as well: half of the pairs."},
      },
      worked = [[{{= n(p.L*p.L/1e6, 1) }} MFLOP over {{= n(3*5*2*p.L*math.log(2*p.L, 2)/1e6, 2) }}
MFLOP = {{= n(p.L*p.L/(3*5*2*p.L*math.log(2*p.L, 2)), 1) }}.]]},

    q.num {id = "alibi", unit = "1", rtol = 0.001, vary = {i = {3, 1, 8}},
      ask = [[ALiBi with {{= f.H }} heads: what slope does head {{= p.i }} (counted from 1)
have?]],
      answer = function(f, p) return 2 ^ (-8 * p.i / f.H) end,
      wrong = {{value = function(f, p) return -8 * p.i / f.H end,
        hint = "A power of two with that exponent."}},
      worked = [[2^(−8·{{= p.i }}/{{= f.H }}) = {{= n(2^(-8*p.i/f.H), 5) }}. For head counts that
are no power of two the sequence is interleaved from the next one.]]},

    q.text {id = "ms-design", min_words = 80,
      ask = [[Write the design of the milestone: step count, batching, whether and where patches
are split, GPUs, and the two assumptions your fleet is most sensitive to.]],
      rubric = {
        "says how quality was judged and at what step count",
        "guided and unguided requests share a batch, admission by step",
        "patch parallelism is used for latency, with the reason that one image already meets (or \z
          misses) the target",
        "fleet from work, utilisation and a queueing argument for P99",
        "sensitivity with numbers: steps, guidance, utilisation, or the factor of two in FLOP"}},
  },
}
