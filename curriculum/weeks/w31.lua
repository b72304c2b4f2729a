return week {
  n = 31, part = 4, title = "Quantization II: FP8, K-quants, two-bit codebooks",
    seeds = {"S003-W31"},
  summary = [[Last time eight bits were integers. Now they are floats, blocks with scales inside
scales, and entries of a learned codebook. You can decode and encode every format of this week bit
by bit, say for each where its scales live and what that costs per weight, and predict from the
roofline whether fewer bits will make a given phase faster. The extra lab `c08-gptq` closes the
week by deriving GPTQ from the optimal brain surgeon.]],
  concepts = {
    {id = "fp8", title = "Two kinds of FP8", seed = "S003-W31-C1", text = [[
E4M3 spends its bits on precision: three mantissa bits, largest value {{= n(f.e4m3_max) }}, no
infinity and one NaN pattern a sign. E5M2 spends them on range: two mantissa bits, up to
{{= n(f.e5m2_max) }}, with infinities like its bigger IEEE relatives. Weights and activations get
E4M3, gradients (wide and forgiving) E5M2. Either way a tensor needs a scale so that its largest
magnitude lands just under the maximum; conversion then saturates, and whatever falls below the
smallest subnormal becomes zero.]]},
    {id = "te", title = "FP8 in practice: what a library adds", seed = "S003-W31-C2", text = [[
TransformerEngine's `autocast` (`fp8_autocast` until 2025, approximately) changes only the inputs of
the matrix multiplies: cast to FP8,
multiply, accumulate wider, write back in bf16. A *recipe* says where scales come from: delayed
scaling takes the maximum of the last few steps (no extra pass, but late for a spike), newer
recipes scale blocks of the current tensor. Hopper and Ada run FP8 tensor cores at twice the bf16
rate: on an H200 the ridge moves from {{= n(f.ridge_bf16, 0) }} to {{= n(f.ridge_fp8, 0) }}
FLOP/B, so prefill gains from the roof and decode, far left of it, gains only from the halved
bytes.]]},
    {id = "smoothquant", title = "SmoothQuant: move the difficulty", seed = "S003-W31-C3", text = [[
Activation outliers sit in a few channels, and a channel of X meets one column of weights. So
divide the channel by s and multiply the weights by s: the product is unchanged, the outlier is
smaller, the weights are a little harder. With s = max|X|^α / max|W|^(1−α) and α =
{{= n(f.alpha, 1) }}, a channel of {{= f.xmax }} against weights of {{= f.wmax }} gets s =
{{= n(f.smooth_s) }} and both sides end at {{= n(f.xmax/f.smooth_s) }}. The division folds into
the preceding norm, so it adds no work at run time.]]},
    {id = "gguf", title = "GGUF and the K-quants", seed = "S003-W31-C4", text = [[
A K-quant packs {{= f.super }} weights into a super-block with scales on two levels. In Q4_K eight
sub-blocks each have a 6-bit scale and a 6-bit minimum, themselves scaled by two fp16 numbers:
{{= f.q4k_B }} bytes in all, {{= n(f.q4k_bits, 1) }} bits a weight. The family runs from Q2_K at
{{= n(f.q2k_bits, 3) }} to Q6_K at {{= n(f.q6k_bits, 4) }} bits; names such as Q4_K_M denote a
*mix* of types over a model's tensors, so they average higher than the type in the name. The file
format keeps tensors self-describing and mappable, so that some layers can run from CPU memory
while others sit on a GPU.]]},
    {id = "quip", title = "QuIP#: rotate first, then quantise", seed = "S003-W31-C5", text = [[
Rounding is worst when a few weights are large and aligned with the axes. QuIP# multiplies the
matrix from both sides by random-sign Hadamard transforms, which are orthogonal and cost n·log n,
so that every entry looks like a small Gaussian: incoherent. Groups of eight such numbers are then
rounded to the nearest point of a codebook cut from the E8 lattice, the densest packing in eight
dimensions, with sixteen bits for eight weights. The inverse transform is applied to the
activations at run time.]]},
    {id = "aqlm", title = "AQLM: sums of learned codewords", seed = "S003-W31-C6", text = [[
AQLM writes each group of eight weights as a sum of entries from learned codebooks; one codebook
of 2^16 entries gives {{= n(f.aqlm_bits) }} bits a weight, plus the codebook itself,
{{= n(f.aqlm_extra, 2) }} bits on a {{= n(f.aq_rows) }} × {{= n(f.aq_cols) }} matrix. Learning
alternates a search over codes with gradient steps on codebooks and scales, and takes GPU-days
where GPTQ takes hours. Decoding is a gather: a table of {{= n(f.aqlm_table/2^20) }} MiB does not
fit next to the cores, so speed depends on caches, and the variants with small codebooks trade a
little quality for tables that do fit.]]},
    {id = "mixed", title = "Bits where they matter", seed = "S003-W31-C7", text = [[
Layers differ in how much they mind being quantised. Measure the loss increase of each layer at
each bit width, one layer at a time, then minimise the sum under a budget of bits: greedy choice
by loss per saved byte is close to optimal when the effects add up. They nearly do for small
perturbations and stop doing so at two bits, where errors of early layers feed the later ones.]]},
    {id = "calibration", title = "Calibration data is part of the model", seed = "S003-W31-C8",
      text = [[
Every method above except plain rounding looks at activations: scales, Hessians and salient
channels are statistics of the calibration set. A hundred or so sequences are enough for the
*amount*, but their *kind* decides: calibrate on prose, serve code, and the channels that code
excites were never seen. The lab includes a shifted set on purpose; report perplexity on both, and
keep a description of the calibration data with the weights.]]},
  },

  readings = {
    {"tefp8", hours = 2, seed = "S003-W31-R1", look_for = [[The recipe's two numbers, history
length and margin: what happens to a tensor whose maximum jumps between two steps?]]},
    {"quipsharp", hours = 3, seed = "S003-W31-R2", look_for = [[The bound that incoherence buys,
and why the lattice codebook has a structure that decodes from a small table.]]},
    {"aqlm", hours = 3, seed = "S003-W31-R3", look_for = [[Which of the three phases (codes,
codebooks, block fine-tuning) removes most of the error, and the inference section's table of
codebook sizes against speed.]]},
    {"whichq", hours = 2, seed = "S003-W31-R4", look_for = [[The columns that are *not*
perplexity: for which model sizes and tasks does the ranking of the K-quants change?]]},
  },

  practice = {
    {hours = 2, seed = "S003-W31-HO", text = [[Fill the codec table of `w31-fp8-kquant` on
microlm: 16 bits, int8 with SmoothQuant, 4-bit group quantisation, E4M3, Q4_K and Q6_K. Columns:
bits a weight (counted, not claimed), perplexity on both calibration sets, GEMV time, bytes read a
token.]]},
    {hours = 1, seed = "S003-W31-HO", text = [[Write the block-scaled FP8 GEMM of `w31b-fp8-gemm`,
from its two quantisers to the kernel that adds each 128 of K in float, and measure one
prefill-like and one decode-like shape. Before running, predict from the ridge which of the two
gains a factor of two and from what.]]},
    {hours = 1, seed = "S003-W31-HO", text = [[Multiply one token by a matrix in Q4_0, Q8_0, Q4_K and
Q6_K in `w31c-kquant-gemv`, on a GPU. Predict each format's time from its bytes and the copy's rate,
then say what unaligned blocks and unpacking have added to it.]]},
  },

  labs = {"w31-fp8-kquant", "w31b-fp8-gemm", "w31c-kquant-gemv", "c08-gptq"},
  durable = {"precision versus range in eight bits", "scales in two levels and their cost in bits",
    "moving scale between the factors of a product", "incoherence by orthogonal transforms"},
  ephemeral = {{"TransformerEngine's recipes and defaults", as_of = "2026-03"},
    {"GGUF's list of types", as_of = "2026-03"},
    {"two-bit leaders: QuIP#, AQLM and successors", as_of = "2026-03"}},

  facts = function(hw)
    local q4k = 2 + 2 + 12 + 256 * 4 // 8
    local rows, cols, entries, group = 8192, 28672, 2 ^ 16, 8
    return {
      e4m3_max = (1 + 6 / 8) * 2 ^ 8, e5m2_max = (1 + 3 / 4) * 2 ^ 15,
      e4m3_min = 2 ^ -9, e5m2_min = 2 ^ -16,
      ridge_bf16 = hw.h200.bf16 / hw.h200.bw, ridge_fp8 = hw.h200.fp8 / hw.h200.bw,
      alpha = 0.5, xmax = 100, wmax = 1, smooth_s = 100 ^ 0.5 / 1 ^ 0.5,
      super = 256, q4k_B = q4k, q4k_bits = q4k * 8 / 256, q2k_bits = 84 * 8 / 256,
      q6k_bits = 210 * 8 / 256,
      aq_rows = rows, aq_cols = cols, aqlm_bits = 16 / group, aqlm_table = entries * group * 2,
      aqlm_extra = entries * group * 16 / (rows * cols),
    }
  end,

  questions = {
    q.choice {id = "which-fp8",
      ask = "Which statement about the two FP8 formats is right?",
      options = {
        "E4M3 has the larger range, E5M2 the finer steps",
        "E4M3 has the finer steps and no infinity; E5M2 has the larger range",
        "both have the same range and differ in NaN handling",
        "E5M2 is used for weights because its maximum is larger"},
      answer = 2,
      worked = [[Three mantissa bits against two: E4M3 is the precise one and ends at
{{= n(f.e4m3_max) }}; E5M2 reaches {{= n(f.e5m2_max) }}. Many texts have the two labels swapped.
E4M3's code 0x7F is NaN, not infinity.]]},

    q.num {id = "e4m3-round", unit = "1", rtol = 0.001, vary = {x = {3.3, 5.4, 0.7}},
      ask = [[Convert {{= n(p.x, 1) }} to E4M3, round to nearest even. Which value is stored?]],
      answer = function(f, p)
        local step = 2 ^ (math.floor(math.log(p.x, 2)) - 3)
        return math.floor(p.x / step + 0.5) * step
      end,
      wrong = {
        {value = function(f, p)
            local step = 2 ^ (math.floor(math.log(p.x, 2)) - 2)
            return math.floor(p.x / step + 0.5) * step
          end, hint = "That is E5M2: two mantissa bits. E4M3 has three."},
      },
      worked = [[Between 2^{{= math.floor(math.log(p.x, 2)) }} and the next power of two there are
eight steps of {{= n(2^(math.floor(math.log(p.x, 2))-3), 4) }}; {{= n(p.x, 1) }} is
{{= n(p.x/2^(math.floor(math.log(p.x, 2))-3), 2) }} of them.]]},

    q.table {id = "fp8-limits", unit = "1", rtol = 0.001,
      ask = [[A tensor is stored in 8 bits with one scale of {{= p.s }}, by which every code is multiplied.
The largest finite value and the smallest positive value that each format then stands for?]],
      vary = {s = {0.25, 0.5, 4, 16}},
      rows = {"E4M3", "E5M2"}, columns = {"largest", "smallest positive"},
      answer = function(f, p) return {{p.s*f.e4m3_max, p.s*f.e4m3_min}, {p.s*f.e5m2_max, p.s*f.e5m2_min}} end,
      worked = [[E4M3: exponent bias 7; the top code with mantissa 111 is NaN, so the largest is
1.75·2^8; the smallest subnormal is 2^−6/8. E5M2: bias 15, top exponent reserved, largest
1.75·2^15, smallest 2^−14/4. All are multiplied by {{= p.s }}: a scale moves the range, and
its width stays.]]},

    q.num {id = "smooth", unit = "1", vary = {x = {100, 64, 400}, w = {1, 4}},
      ask = [[SmoothQuant with α = {{= n(f.alpha, 1) }}: a channel has max|X| = {{= p.x }}, its
weights max|W| = {{= p.w }}. What is the channel's scale s?]],
      answer = function(f, p) return p.x ^ f.alpha / p.w ^ (1 - f.alpha) end,
      wrong = {
        {value = function(f, p) return p.x / p.w end,
          hint = "Both maxima carry an exponent: α and 1−α."},
        {value = function(f, p) return p.w ^ f.alpha / p.x ^ (1 - f.alpha) end,
          hint = "Upside down: X is divided by s, W is multiplied by it."},
      },
      worked = [[s = {{= p.x }}^{{= n(f.alpha, 1) }} / {{= p.w }}^{{= n(1-f.alpha, 1) }} =
{{= n(p.x^f.alpha/p.w^(1-f.alpha), 2) }}. The activation's maximum becomes
{{= n(p.x/(p.x^f.alpha/p.w^(1-f.alpha)), 2) }}, and so does the weights'.]]},

    q.table {id = "bpw", unit = "GB", rtol = 0.001,
      ask = [[The size of {{= p.B }} billion weights, scales included, by the size of a super-block of
{{= f.super }} weights.]],
      vary = {B = {3, 14, 34, 70}},
      rows = {"Q2_K, 84 bytes", "Q3_K, 110 bytes", "Q4_K, 144 bytes", "Q5_K, 176 bytes",
        "Q6_K, 210 bytes"},
      columns = {"size"},
      answer = function(f, p)
        local out = {}
        for i, b in ipairs {84, 110, 144, 176, 210} do out[i] = {b / f.super * p.B} end
        return out
      end,
      worked = [[{{= p.B }}e9·bytes/{{= f.super }}. For Q4_K: two fp16 numbers (4 B), twelve bytes of 6-bit
scales and minima, 128 bytes of nibbles make {{= f.q4k_B }} B and {{= n(f.q4k_bits, 1) }} bits a weight.
"Four-bit" never means four.]]},

    q.num {id = "fp8-ridge", unit = "FLOP/B",
      ask = [[What is the ridge point of FP8 tensor-core work on an H200 (datasheet figures,
dense), if a kernel gets {{= p.bw }} % of the bandwidth?]],
      vary = {bw = {60, 70, 80, 90}},
      answer = function(f, p) return f.ridge_fp8 * 100 / p.bw end,
      wrong = {
        {value = function(f, p) return f.ridge_bf16 * 100 / p.bw end,
          hint = "That is bf16; FP8 has twice the rate on the same memory."},
        {value = function(f, p) return 2 * f.ridge_fp8 * 100 / p.bw end,
          hint = "That uses the sparse figure; take the dense one."},
      },
      worked = [[{{= n(hw.h200.fp8/1e12, 0) }} TFLOP/s over {{= p.bw }} % of {{= n(hw.h200.bw/1e12, 1) }} TB/s =
{{= n(f.ridge_fp8*100/p.bw, 0) }} FLOP/B. With one-byte weights a decode batch of b rows has intensity 2·b,
so up to b = {{= n(f.ridge_fp8*100/p.bw/2, 0) }} FP8 helps by halving bytes, not by the faster
multiply.]]},

    q.num {id = "aqlm-overhead", unit = "bit", rtol = 0.005, vary = {cols = {28672, 8192, 4096}},
      ask = [[AQLM with one 16-bit code for eight weights and one codebook of 2^16 fp16 vectors
for a matrix of {{= n(f.aq_rows) }} × {{= n(p.cols) }}: how many bits a weight, codebook
included?]],
      answer = function(f, p) return f.aqlm_bits + f.aqlm_table * 8 / (f.aq_rows * p.cols) end,
      wrong = {
        {value = function(f, p) return f.aqlm_bits end,
          hint = "The codebook belongs to the matrix: spread its bits over the weights."},
        {value = function(f, p) return 16 end, hint = "One 16-bit code serves eight weights."},
      },
      worked = [[Codes 16/8 = {{= n(f.aqlm_bits) }} bits; the codebook is
{{= n(f.aqlm_table/2^20) }} MiB, spread over {{= n(f.aq_rows*p.cols/1e6, 0) }} M weights:
{{= n(f.aqlm_table*8/(f.aq_rows*p.cols), 3) }} bits.]]},
  },
}
