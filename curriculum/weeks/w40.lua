return week {
  n = 40, part = 5, title = "Diffusion: samplers and architectures", seeds = {"S003-W40"},
  summary = [[An image costs as many forward passes as its sampler takes steps, so the sampler is
a systems component. You implement five of them against a distribution whose exact score is known
in closed form, measure order of convergence instead of taste, and count a DiT's FLOP well enough
to notice that its famous figure counts multiply-adds. After this week "twenty steps with
guidance" is a number of teraFLOP to you.]],
  concepts = {
    {id = "ddpm", title = "DDPM: N passes an image", seed = "S003-W40-C1", text = [[
Training teaches a network to predict the noise in a corrupted image; sampling removes it a little
at a time, and each little is a full forward pass. Cost is steps × FLOP of the model, doubled by
classifier-free guidance, which evaluates with and without the condition: for a DiT-XL/2 of
{{= n(f.fwd/1e9, 0) }} GFLOP a pass, {{= f.n50 }} guided steps are {{= n(2*f.n50*f.fwd/1e12, 1) }}
TFLOP. The original chain has a thousand steps; what people run as "50-step DDPM" is a respaced
chain, an approximation already.]]},
    {id = "ode", title = "DDIM and DPM-Solver: integrate instead of simulate", seed = "S003-W40-C2",
      text = [[
The noisy chain has a deterministic twin, an ordinary differential equation with the same
marginals, and sampling becomes numerical integration of a known network. DDIM is a first-order
step in the right variables; DPM-Solver solves the linear part exactly and expands only the
network's part, reaching order two or three. Higher order means that halving the step divides the
error by four or eight, which is how a thousand steps become ten to twenty without touching the
weights.]]},
    {id = "flow", title = "Flow matching: straighter roads", seed = "S003-W40-C3", text = [[
Instead of noise, regress a velocity: on the straight line from a noise sample to a data sample
the target is simply their difference. The learned field averages over all pairs, so its
trajectories are not exactly straight, but they are much less curved than diffusion's, and
curvature is what an Euler step pays for. The target is bounded at both ends of time, where the
noise parametrisation divides by something small, hence the better conditioning.]]},
    {id = "consistency", title = "Consistency models: jump to the end", seed = "S003-W40-C4",
      text = [[
All points of one ODE trajectory lead to the same image, so train a function that maps each of
them straight there and demand that neighbours agree: self-consistency, with the boundary
condition that a clean image maps to itself. It is learned by distilling a diffusion model or from
scratch, and samples in one pass. A second or third pass (add noise, jump again) buys quality
back; against {{= f.n50 }} guided steps a single unguided pass is {{= n(2*f.n50) }} times
cheaper.]]},
    {id = "dit", title = "DiT against U-Net", seed = "S003-W40-C5", text = [[
A DiT cuts the latent into patches and runs a plain transformer over {{= f.T }} tokens,
conditioned through the scale, shift and gate of each norm (adaLN-zero). All {{= f.L }} layers
have the same shape and the same FLOP, so tensor, pipeline and sequence parallelism apply as they
do to language models; a U-Net changes resolution and width at every stage, and its skip
connections tie distant stages together. Counting XL/2: {{= n(f.mac/1e9, 1) }} billion
multiply-adds a pass, printed in the paper as "Gflops"; in this course that is
{{= n(f.fwd/1e9, 1) }} GFLOP.]]},
  },

  readings = {
    {"dit", hours = 3, seed = "S003-W40-R1", look_for = [[The scaling plot of quality against
"Gflops": decide from the model's shape whether an addition counts, then find the effect of patch
size at equal parameters.]]},
    {"dpmsolver", hours = 3, seed = "S003-W40-R2", look_for = [[The change of variables to
log-SNR: which part of the solution becomes exact, and where does the order come from?]]},
    {"flowmatch", hours = 3, seed = "S003-W40-R3", look_for = [[Why regressing on conditional
paths gives the gradient of the intractable marginal objective, and the plot of NFE for adaptive
solvers.]]},
    {"effdiff", hours = 4, seed = "S003-W40-R4", look_for = [[Sort the methods into fewer steps,
cheaper steps and overlapped steps; this course's labs have one of each.]]},
  },

  practice = {
    {hours = 2, seed = "S003-W40-HO", text = [[In `w40-diffusion-samplers`, run DDPM, DDIM,
DPM-Solver++(2M), flow-Euler/Heun and a consistency step on the Gaussian mixture with its exact
score. Plot error against the number of evaluations on log axes and read off the slopes: one for
Euler, two for 2M.]]},
    {hours = 1, seed = "S003-W40-HO", text = [[Combine the curve with the cost of a DiT-XL/2 pass:
error against predicted latency at 50, 10 and 1 evaluations. State the price in latency of halving
the error at each point.]]},
  },

  labs = {"w40-diffusion-samplers"},
  durable = {"cost as evaluations times FLOP", "order of convergence", "probability-flow ODE",
    "multiply-adds against FLOP"},
  ephemeral = {{"DiT-XL/2 as reference architecture", as_of = "2023-03"},
    {"step counts considered good enough", as_of = "2026-03"}},

  facts = function(hw)
    local d, L, T = 1152, 28, 256
    local function macs(side)
      local t = (side / 16) ^ 2
      return t * L * 12 * d * d + 2 * t * t * d * L + L * 6 * d * d
    end
    local mac = macs(256)
    return {
      d = d, L = L, T = T, mac = mac, macs = macs, fwd = 2 * mac, n50 = 50, n10 = 10, n40 = 40,
        peak = hw.h200.bf16, mfu = 0.4,
    }
  end,

  questions = {
    q.num {id = "forward", unit = "GFLOP",
      ask = [[DiT-XL/2 at {{= p.side }} × {{= p.side }}: {{= n((p.side/16)^2) }} tokens, width {{= n(f.d) }},
{{= f.L }} layers,
MLP of 4d, and 6d² multiply-adds of conditioning a layer. How many GFLOP is one forward pass?]],
      vary = {side = {384, 512, 768}},
      answer = function(f, p) return 2*f.macs(p.side) / 1e9 end,
      wrong = {
        {value = function(f, p) return f.macs(p.side) / 1e9 end,
          hint = "Those are multiply-adds, the paper's \"Gflops\"; a multiply-add is two FLOP."},
        {value = function(f, p) return 2 * (f.macs(p.side) - 2 * (p.side/16)^4 * f.d * f.L) / 1e9 end,
          hint = "The attention products (T² · d, twice a layer) are missing."},
      },
      worked = [[A layer: 12·T·d² for the projections and the MLP, 2·T²·d for attention, 6·d² for
conditioning. Times {{= f.L }}: {{= n(f.macs(p.side)/1e9, 2) }} G multiply-adds = {{= n(2*f.macs(p.side)/1e9, 1) }}
GFLOP.]]},

    q.num {id = "image", unit = "TFLOP", vary = {steps = {50, 20, 10}},
      ask = [[One image with {{= p.steps }} steps of a one-evaluation-per-step sampler and
classifier-free guidance, {{= n(f.fwd/1e9, 1) }} GFLOP a pass (autoencoder left out). How many
TFLOP?]],
      answer = function(f, p) return 2 * p.steps * f.fwd / 1e12 end,
      wrong = {
        {value = function(f, p) return p.steps * f.fwd / 1e12 end,
          hint = "Guidance evaluates twice a step: with and without the condition."},
        {value = function(f, p) return 4 * p.steps * f.fwd / 1e12 end,
          hint = "The FLOP of the pass already count a multiply-add as two."},
      },
      worked = [[2·{{= p.steps }}·{{= n(f.fwd/1e9, 1) }} GFLOP = {{= n(2*p.steps*f.fwd/1e12, 2) }}
TFLOP. A single unguided consistency pass is {{= n(f.fwd/1e12, 3) }}.]]},

    q.num {id = "latency", unit = "ms", vary = {steps = {20, 50, 10}},
      ask = [[How long do {{= p.steps }} guided steps take on one GPU at {{= n(100*f.mfu) }} % of
{{= n(f.peak/1e12, 1) }} TFLOP/s?]],
      answer = function(f, p) return 1e3 * 2 * p.steps * f.fwd / (f.mfu * f.peak) end,
      wrong = {
        {value = function(f, p) return 1e3 * 2 * p.steps * f.fwd / f.peak end,
          hint = "At the stated utilisation, not at peak."},
        {value = function(f, p) return 1e3 * p.steps * f.fwd / (f.mfu * f.peak) end,
          hint = "Guidance doubles the evaluations (or FLOP were counted as multiply-adds)."},
      },
      worked = [[{{= n(2*p.steps*f.fwd/1e12, 2) }} TFLOP / {{= n(f.mfu*f.peak/1e12, 1) }} TFLOP/s
= {{= n(1e3*2*p.steps*f.fwd/(f.mfu*f.peak), 1) }} ms.]]},

    q.num {id = "order", unit = "x", vary = {order = {2, 3}},
      ask = [[A solver of order {{= p.order }} goes from {{= f.n10 }} to {{= f.n40 }} steps. In
the asymptotic regime, by what factor does its error shrink?]],
      answer = function(f, p) return (f.n40 / f.n10) ^ p.order end,
      wrong = {
        {value = function(f, p) return f.n40 / f.n10 * p.order end,
          hint = "Error goes with the step size to the *power* of the order."},
        {value = function(f, p) return 2 ^ p.order end,
          hint = "The step shrinks by more than two."},
      },
      worked = [[The step shrinks {{= n(f.n40/f.n10) }} times:
{{= n(f.n40/f.n10) }}^{{= p.order }} = {{= n((f.n40/f.n10)^p.order) }}. The lab's gate checks the
slope of the curve, not one point.]]},

    q.num {id = "cfg", unit = "1", rtol = 0.005, vary = {w = {7.5, 2, 4}},
      ask = [[For one component the conditional prediction is 0.30, the unconditional 0.20. With
guidance ε = ε_u + w·(ε_c − ε_u) and w = {{= n(p.w, 1) }}, what is used?]],
      answer = function(f, p) return 0.20 + p.w * (0.30 - 0.20) end,
      wrong = {
        {value = function(f, p) return 0.30 + p.w * (0.30 - 0.20) end,
          hint = "Start from the unconditional prediction; w = 1 must give the conditional one."},
        {value = function(f, p) return p.w * 0.30 end,
          hint = "Guidance extrapolates the difference, it does not scale the prediction."},
      },
      worked = [[0.20 + {{= n(p.w, 1) }}·0.10 = {{= n(0.20+p.w*0.10, 2) }}. Check: w = 0 ignores
the condition, w = 1 is plain conditioning.]]},

    q.multi {id = "flow-facts",
      ask = "Which statements about flow matching are right?",
      options = {
        "the conditional training paths are straight lines",
        "the learned trajectories are exactly straight, so one Euler step is exact",
        "the regression target on a straight path is data minus noise",
        "it needs a pretrained diffusion model as a teacher"},
      answer = {1, 3},
      worked = [[The field is an average over many straight conditional paths that cross, so its
own trajectories bend. No teacher is involved; distillation is consistency's route.]]},
  },
}
