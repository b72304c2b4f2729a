return week {
  n = 36, part = 5, title = "State space models: Mamba", seeds = {"S003-W36"},
  summary = [[A recurrence looks hopelessly sequential until you notice that its steps compose.
This week you turn one into a parallel scan, count its work and depth, and then find that none of
this matters as long as the states travel through HBM: the kernel that never stores them is an
order of magnitude less traffic. You end with a selective scan in C and CUDA, a decode step with a
state of fixed size, and exact numbers for both.]],
  concepts = {
    {id = "selective", title = "A recurrence that reads its input", seed = "S003-W36-C1", text = [[
h_t = Ā_t·h_{t−1} + B̄_t·x_t, y_t = C_t·h_t: a linear state machine for every channel. In earlier
SSMs all coefficients were constants, so the whole sequence map was one long convolution and an
FFT did it in n·log n. Mamba makes the step size Δ, and B and C, functions of the token; A itself
stays a learned constant, but Ā = exp(ΔA) inherits the dependence. That is what lets the model
keep or forget by content, and it is also what destroys the constant kernel: no convolution, no
FFT, a scan instead.]]},
    {id = "scan", title = "Scan: steps that compose", seed = "S003-W36-C2", text = [[
Write one step as a pair (a, b): multiply by a, then add b. Two steps in a row are again a pair,
(a, b) then (a′, b′) = (a·a′, a′·b + b′), and this operation is associative (though not
commutative), so any bracketing gives the same result and a tree can do it in parallel. Blelloch's
tree needs about 2n compositions in 2·log₂ n levels: {{= n(f.blelloch) }} for n = {{= n(f.L) }}.
Hillis–Steele needs half the levels but n·log₂ n compositions, {{= n(f.hillis) }}; on a GPU that
is busy anyway, work usually matters more than depth.]]},
    {id = "fusion", title = "The state must not touch HBM", seed = "S003-W36-C3", text = [[
Each of D channels carries N state values, so storing h for every step writes N times the size of
the activations. For L = {{= n(f.L) }}, D = {{= n(f.D) }}, N = {{= f.N }} that is
{{= n(f.naive_B/1e9, 1) }} GB in fp32 for one layer, written and read back, while the true inputs
and outputs (u, Δ, y, B, C in 16 bits) are {{= n(f.io_B/1e9, 2) }} GB: {{= n(f.io_x, 1) }} times
less. Mamba's kernel does to the state what FlashAttention did to the score matrix: discretise,
scan and contract with C in registers and shared memory, one chunk after another, and recompute in
the backward pass instead of saving.]]},
    {id = "state-size", title = "Inference with a fixed state", seed = "S003-W36-C4", text = [[
A transformer's memory of the text grows with every token; the recurrence keeps D·N numbers a
layer and nothing else (plus a few inputs for its short convolution). Mamba-2.8B holds
{{= n(f.state) }} values, {{= n(4*f.state/1e6, 1) }} MB in fp32 for one sequence, at a thousand
tokens and at a million. Batch sizes and latencies become predictable; what is lost is exact
recall, since everything the text said must fit into those megabytes.]]},
    {id = "ssd", title = "SSD: the same map as a matrix product", seed = "S003-W36-C5", text = [[
Mamba-2 restricts A to one scalar a head. The map from inputs to outputs is then a
lower-triangular *semiseparable* matrix, L∘(C·Bᵀ), with L built from products of the decays: it
can be computed as a recurrence, as masked attention without a softmax, or in blocks that mix the
two. The block form runs on tensor cores and affords a much larger state. The paper reports its
core 2–8 times faster than Mamba-1's scan; next week builds it.]]},
  },

  later = {"ssd"},

  readings = {
    {"mamba", hours = 4, seed = "S003-W36-R1", look_for = [[The figure of the fused kernel with
its memory levels, and the tasks (selective copying, induction heads) that a time-invariant model
cannot do.]]},
    {"ssdblog", hours = 3, seed = "S003-W36-R2", look_for = [[The picture that cuts the
semiseparable matrix into diagonal and off-diagonal blocks; label each block with the step of the
algorithm that computes it.]]},
    {"plimamba2", hours = 2, seed = "S003-W36-R3", look_for = [[Which restriction on A buys the
tensor cores, and the comparison of state sizes at equal speed.]]},
  },

  practice = {
    {hours = 2, seed = "S003-W36-HO", text = [[Write `scan_seq`, `scan_blelloch` and the fused
kernel of `w36-selective-scan`; check them against the float64 recurrence, including resumption
from a carried state and steps so small that exp underflows.]]},
    {hours = 1, seed = "S003-W36-HO", text = [[Record the memory of the naive scan, the fused scan
and week 4's flash attention at 4K, 16K and 64K tokens. Two of the three curves are straight lines
with different slopes; explain all of them from byte counts.]]},
  },

  labs = {"w36-selective-scan"},
  durable = {"associativity as the source of parallelism", "work and depth",
    "fusion against materialised intermediates", "constant-size recurrent state"},
  ephemeral = {{"Mamba-1's kernel as the baseline", as_of = "2024-05"},
    {"the 2–8 times of Mamba-2's core", as_of = "2024-05"}},

  facts = function(hw)
    local L, D, N, layers = 65536, 5120, 16, 64
    local naive, io = L * D * N * 4, 3 * L * D * 2 + 2 * L * N * 2
    local function traffic(n) return 3 * L * D * 2 + 2 * L * n * 2 end
    local function times(n) return 2 * L * D * n * 4 / traffic(n) end
    return {
      traffic = traffic, times = times, L = L, D = D, N = N, layers = layers, blelloch = 2 * (L - 1),
      hillis = L * math.log(L, 2), naive_B = naive, io_B = io, io_x = 2 * naive / io,
      state = layers * D * N, a1 = 0.5, b1 = 1, a2 = 0.25, b2 = 2,
    }
  end,

  questions = {
    q.table {id = "compose", unit = "1", rtol = 0.001,
      ask = [[Compose two scan elements: first ({{= n(p.a, 1) }}, {{= p.b }}), then
({{= n(f.a2, 2) }}, {{= f.b2 }}). Which pair results?]],
      vary = {a = {0.2, 0.6, 0.8}, b = {3, 5, 6}},
      rows = {"result"}, columns = {"multiplier", "addend"},
      answer = function(f, p) return {{p.a * f.a2, f.a2 * p.b + f.b2}} end,
      worked = [[First h → {{= n(p.a, 1) }}·h + {{= p.b }}, then h → {{= n(f.a2, 2) }}·h +
{{= f.b2 }}: multipliers multiply to {{= n(p.a*f.a2, 3) }}, and the first addend passes through
the second step: {{= n(f.a2, 2) }}·{{= p.b }} + {{= f.b2 }} = {{= n(f.a2*p.b+f.b2, 2) }}. In the
other order the addend would be {{= n(p.a*f.b2+p.b, 2) }}: the operation is not commutative.]]},

    q.num {id = "blelloch", unit = "1", rtol = 0.001, vary = {n = {65536, 4096, 1024}},
      ask = [[How many compositions does Blelloch's scan of {{= n(p.n) }} elements do (up-sweep
and down-sweep)?]],
      answer = function(f, p) return 2 * (p.n - 1) end,
      wrong = {
        {value = function(f, p) return p.n * math.log(p.n, 2) end,
          hint = "That is Hillis–Steele: fewer levels, more work."},
        {value = function(f, p) return p.n - 1 end,
          hint = "That is the reduction alone; the down-sweep costs as much again."},
      },
      worked = [[n−1 on the way up, n−1 on the way down: {{= n(2*(p.n-1)) }}, in 2·log₂ n =
{{= n(2*math.log(p.n, 2)) }} levels.]]},

    q.num {id = "hillis", unit = "1", rtol = 0.001, vary = {n = {65536, 4096, 1024}},
      ask = [[And Hillis–Steele, counting n compositions at every level?]],
      answer = function(f, p) return p.n * math.log(p.n, 2) end,
      wrong = {{value = function(f, p) return 2 * (p.n - 1) end,
        hint = "That is the work-efficient tree."}},
      worked = [[{{= n(p.n) }} elements × log₂ = {{= n(math.log(p.n, 2)) }} levels =
{{= n(p.n*math.log(p.n, 2)) }}.]]},

    q.num {id = "naive-ratio", unit = "x", rtol = 0.015,
      ask = [[One layer, L = {{= n(f.L) }}, D = {{= n(f.D) }}, N = {{= p.N }}. The naive scan
writes h in fp32 and reads it again; the necessary traffic is u, Δ and y (L·D each) and B and C
(L·N each) in 16 bits. How many times larger is the state's traffic?]],
      vary = {N = {8, 32, 64}},
      answer = function(f, p) return f.times(p.N) end,
      wrong = {
        {value = function(f, p) return f.times(p.N) / 2 end,
          hint = "The state is written *and* read back."},
        {value = function(f, p) return p.N end,
          hint = "Count bytes: fp32 states against 16-bit inputs, several tensors of them."},
      },
      worked = [[2·{{= n(f.naive_B/f.N*p.N/1e9, 2) }} GB over {{= n(f.traffic(p.N)/1e9, 2) }} GB =
{{= n(f.times(p.N), 1) }}.]]},

    q.num {id = "state", unit = "MB", vary = {b = {4, 2}},
      ask = [[{{= f.layers }} layers, D = {{= n(f.D) }}, N = {{= f.N }}, {{= p.b }} bytes a value:
how large is the recurrent state of one sequence after {{= n(f.L) }} tokens?]],
      answer = function(f, p) return f.state * p.b / 1e6 end,
      wrong = {
        {value = function(f, p) return f.state * p.b * f.L / 1e6 end,
          hint = "Only the last state is kept, whatever the length."},
        {value = function(f, p) return f.state / f.layers * p.b / 1e6 end,
          hint = "Every layer has its own state."},
      },
      worked = [[{{= f.layers }}·{{= n(f.D) }}·{{= f.N }} = {{= n(f.state) }} values × {{= p.b }}
B = {{= n(f.state*p.b/1e6, 1) }} MB, at any length.]]},

    q.multi {id = "input-dependent",
      ask = "Which quantities of Mamba's recurrence depend on the current token?",
      options = {"A", "Δ", "B", "C", "Ā = exp(ΔA)"},
      answer = {2, 3, 4, 5},
      worked = [[A is a learned constant. It is often listed with the input-dependent ones because
Ā, which is what the recurrence multiplies by, depends on the token through Δ.]]},
  },
}
