-- Week 5: fewer bits per weight, more tokens per pass.
return week {
  n = 5, part = 1, title = "Quantisation and speculative decoding", seeds = {"S003-W05"},

  summary = [[Decoding reads every weight for every step, so there are two ways to make it faster:
    smaller weights, or more tokens per reading. You learn both. You can state what a quantisation
    format really costs in bits, predict the speed-up that its bytes allow, and see an outlier
    channel wreck a per-row scale. And you can compute from an acceptance rate whether speculation
    pays, and with how many drafted tokens.]],

  concepts = {
    {id = "ptq-qat", title = "After training or during it", seed = "S003-W05-C1",
     text = [[Post-training quantisation takes finished weights and chooses scales and codes, with
       at most a few hundred calibration samples; it costs minutes to hours. Quantisation-aware
       training rounds in the forward pass and lets gradients through as if it had not, so the
       network learns weights that survive rounding; it costs a training run. At eight and mostly
       at four bits the first is good enough for large models, and that is why nearly everything
       served today is quantised after training.]]},
    {id = "outliers", title = "Outlier channels", seed = "S003-W05-C2",
     text = [[A row is quantised with one scale, its largest magnitude over {{= f.qmax}}. In large
       transformers a few channels carry activations tens of times larger than the others; with
       one of {{= f.out}} among values of about one, those values are left with {{= f.levels}} of
       the {{= n(2*f.qmax+1)}} codes. LLM.int8() multiplies the outlier channels in 16 bits, well
       under one per cent of them, and the rest in int8, with a scale for each row of the input
       and each column of the weight.]]},
    {id = "weight-only", title = "Weight-only, or weights and activations", seed = "S003-W05-C3",
     text = [[Weight-only formats store four bits and expand them to 16 just before the matmul.
       They save bytes and no FLOP, so they speed up decoding, which is bound by reading weights,
       and do nothing for a long prefill. Quantising the activations too lets the tensor cores run
       in int8 or FP8 and raises the compute roof, but then the outliers are in the way. GPTQ and
       AWQ are weight-only: GPTQ rounds column by column and corrects the columns still to come
       for the error made.]]},
    {id = "awq", title = "AWQ", seed = "S003-W05-C4",
     text = [[Not all weights matter equally: those that multiply large activations do. Scale such
       a column of the weight up by s before rounding and its input down by s, and the product is
       unchanged while the relative rounding error of the column falls by about s. AWQ searches s
       as a power of the average activation magnitude, one exponent for a layer, on a little
       calibration data. There is no training and no correction of other weights, so it overfits
       the calibration set less.]]},
    {id = "spec", title = "Speculative decoding", seed = "S003-W05-C5",
     text = [[A small draft model proposes K tokens one by one; the large model scores all K
       positions, and one more, in a single pass that costs hardly more than one step, since it
       reads the same weights once. Token x is accepted with probability min(1, p(x)/q(x)), p from
       the target and q from the draft. On the first rejection a token is drawn from the
       normalised positive part of p − q, and if all pass one extra token comes free. The output
       has exactly the distribution of the target.]]},
    {id = "acceptance", title = "When it wins", seed = "S003-W05-C6",
     text = [[If each drafted token passes with probability β, a round yields (1 − β^(K+1))/(1 −
       β) tokens on average: {{= n(f.alpha,2)}} for β = {{= f.beta}} and K = {{= f.K}}. It costs
       one target step and K draft steps, so divide by 1 + K·c, c being the relative cost of a
       draft step. A poor draft makes this smaller than one. So does a large batch: then the
       target's pass is no longer bound by its weights, and the extra positions cost real
       time.]]},
  },

  readings = {
    {"llmint8", hours = 1.5, seed = "S003-W05-R1",
     look_for = [[The figure in which the quality of plain int8 collapses at one model size, and
       the criterion that decides that a channel is an outlier.]]},
    {"gptq", hours = 1.5, seed = "S003-W05-R2",
     look_for = [[Where the Hessian of a layer comes from (only its inputs), why the order of
       columns hardly matters, and what lazy batching does to the memory traffic of the
       algorithm.]]},
    {"awq", hours = 1, seed = "S003-W05-R3",
     look_for = [[The experiment that keeps one per cent of the weights in 16 bits, chosen in
       three ways. Which choice works, and why is it then not what they ship?]]},
    {"specdec", hours = 1.5, seed = "S003-W05-R4",
     look_for = [[The proof that the output distribution is the target's. Follow it once with a
       vocabulary of two tokens and your own numbers.]]},
    {"hfquant", hours = 1, seed = "S003-W05-R5",
     look_for = [[For each method listed: which bits, which granularity of scales, calibration or
       not, and on which hardware the fast kernel exists.]]},
  },

  practice = {
    {seed = "S003-W05-HO", hours = 3,
     text = [[Run the small shared model in float, in int8 and in four bits with and without the
       AWQ scales. For each record bytes read per token, time per decoded token, throughput and
       perplexity, and compare the speed with what the bytes allow. Then switch on speculation and
       compare tokens per target pass with the formula.]]},
  },

  labs = {"c06-floatbits", "w05-int8-outliers", "w05b-specdec"},

  durable = {"Bits per weight including scales",
             "Outliers against one shared scale",
             "Speculation as trading idle FLOP for fewer passes"},
  ephemeral = {{"AWQ and GPTQ as the usual four-bit methods", as_of = "2026-01"},
               {"Which kernels exist for which format", as_of = "2026-01"}},

  facts = function(hw, models)
    local m = models.llama3_8b
    local d, L, ff, kvd = m.d, m.L, m.ff, m.Hkv*m.hd
    local linear = L*(2*d*d + 2*d*kvd + 3*d*ff)
    local emb = m.V*d
    local total = linear + L*2*d + 2*emb + d
    local bits = 4 + (16 + 4)/128                               -- group 128, fp16 scale, 4-bit zero
    local function bits_of(group) return 4 + (16 + 4)/group end
    local function bytes_of(group) return linear*bits_of(group)/8 + 2*2*emb end
    local beta, K = .8, 4
    return {
      qmax = 127, out = 60, levels = 2*math.floor(127/60 + .5) + 1, group = 128,
      linear = linear, emb = emb, total = total,
      bits = bits, bits_of = bits_of, bytes_of = bytes_of,
      fp16_B = 2*total, int4_B = linear*bits/8 + 2*2*emb, int8_B = linear + 2*2*emb,
      bw = hw.h200.bw, beta = beta, K = K, alpha = (1 - beta^(K + 1))/(1 - beta),
    }
  end,

  questions = {
    q.sketch{id = "sketch", seed = "S002-3-MEM", rtol = .1,
      ask = [[Without looking anything up: draw the bf16 roofline of {{= hw[p.card].name}}, as its data
        sheet has it, and say what a kernel of {{= p.ai}} FLOP/B can reach on it. Four numbers with their
        units and ';' between: slope; roof; ridge; reached. A tenth off is near enough.]],
      vary = {card = {"a100", "h100", "h200"}, ai = {8, 50, 120, 500}},
      answer = function(f, p, hw) return {bw = hw[p.card].bw, peak = hw[p.card].bf16, at = p.ai} end,
      worked = [[Slope {{= si(hw[p.card].bw,"B/s")}}, roof {{= si(hw[p.card].bf16,"FLOP/s")}}; they meet at
        {{= n(hw[p.card].bf16/hw[p.card].bw,0)}} FLOP/B. At {{= p.ai}} that leaves
        {{= si(min(hw[p.card].bf16, p.ai*hw[p.card].bw),"FLOP/s")}}.]]},

    q.num{id = "bits", unit = "bit", rtol = .002,
      ask = [[Four-bit weights in groups of {{= f.group}}, each group with an fp16 scale and a
        zero point of {{= p.z}} bits. How many bits does a weight cost?]],
      vary = {z = {4, 0, 16}},
      answer = function(f, p) return 4 + (16 + p.z)/f.group end,
      wrong = {{value = function() return 4 end,
                hint = [[The scales and zero points are stored as well; spread them over the
                  group.]]}},
      worked = [[4 + (16 + {{= p.z}})/{{= f.group}} = {{= n(4+(16+p.z)/f.group,3)}}. With groups
        of 32 the overhead is four times as large.]]},

    q.num{id = "levels", unit = "1", rtol = 0,
      ask = [[A row is quantised to int8, symmetric, codes −127 to 127, its largest magnitude
        being {{= p.A}}. The other values lie between −1 and 1. How many different codes can they
        take?]],
      vary = {A = {60, 20, 100}},
      answer = function(f, p) return 2*math.floor(f.qmax/p.A + .5) + 1 end,
      wrong = {{value = function(f) return 2*f.qmax + 1 end,
                hint = "The scale is set by the outlier. How large is one step?"},
               {value = function(f, p) return math.floor(f.qmax/p.A + .5) end,
                hint = "Codes exist on both sides of zero, and zero is one of them."}},
      worked = [[One step is {{= n(p.A/f.qmax,3)}}, so the value 1 rounds to code
        {{= n(f.qmax/p.A,0)}} and the rest lie between it and its negative.]]},

    q.num{id = "int4", unit = "GB", rtol = .01,
      ask = [[Llama-3-8B has {{= n(f.linear)}} weights in its linear layers and {{= n(2*f.emb)}}
        in embedding and head. The linear layers are stored in four bits, and each group of {{= p.group}}
        weights has a 16-bit scale and a 4-bit zero point; the other two stay in 16. Bytes in all (ignore the norms)?]],
      vary = {group = {32, 64, 256}},
      answer = function(f, p) return f.bytes_of(p.group)/1e9 end,
      wrong = {{value = function(f, p) return f.total*f.bits_of(p.group)/8/1e9 end,
                hint = "Embedding and head stay at two bytes a weight."},
               {value = function(f, p) return f.fp16_B/4/1e9 end,
                hint = "A quarter of the 16-bit size forgets the scales and the 16-bit tables."}},
      worked = [[{{= gb(f.linear*f.bits_of(p.group)/8)}} of codes and scales, {{= gb(4*f.emb)}} of tables:
        {{= gb(f.bytes_of(p.group))}}, against {{= gb(f.fp16_B)}} in 16 bits.]]},

    q.num{id = "bound", unit = "x", rtol = .01,
      ask = [[Batch 1, short context: what speed-up over 16 bits can that format give at most in
        decoding Llama-3-8B, with groups of {{= p.group}}?]],
      vary = {group = {32, 64, 256}},
      answer = function(f, p) return f.fp16_B/f.bytes_of(p.group) end,
      wrong = {{value = function() return 4 end,
                hint = [[Sixteen over four is the ratio of the codes, not of all the bytes read in
                  a step.]]},
               {value = function(f, p) return 16/f.bits_of(p.group) end,
                hint = "That leaves out the tables that stay in 16 bits."}},
      worked = [[A step reads all weights once. At {{= si(f.bw,"B/s")}} the floor is
        {{= ms(f.fp16_B/f.bw)}} in fp16, {{= ms(f.int8_B/f.bw)}} in int8 and
        {{= ms(f.bytes_of(p.group)/f.bw)}} in four bits: {{= n(f.fp16_B/f.bytes_of(p.group),2)}} times.]]},

    q.num{id = "alpha", unit = "tok", rtol = .005,
      ask = [[Acceptance rate β = {{= p.beta}}, K = {{= p.K}} drafted tokens. How many tokens does
        a round deliver on average?]],
      vary = {beta = {.8, .6, .9}, K = {4, 2}},
      answer = function(f, p) return (1 - p.beta^(p.K + 1))/(1 - p.beta) end,
      wrong = {{value = function(f, p) return (1 - p.beta^(p.K + 1))/(1 - p.beta) - 1 end,
                hint = "Every round delivers one token from the target itself, rejected or not."},
               {value = function(f, p) return 1 + p.K*p.beta end,
                hint = "A token counts only if all before it were accepted."}},
      worked = [[1 + β + β² + … + β^{{= p.K}}, a geometric sum:
        {{= n((1-p.beta^(p.K+1))/(1-p.beta),4)}}.]]},

    q.num{id = "speedup", unit = "x", rtol = .01,
      ask = [[β = {{= p.beta}}, K = {{= f.K}}, and one draft step costs {{= n(100*p.c,0)}} % of a
        target step. The speed-up over plain decoding?]],
      vary = {beta = {.8, .3}, c = {.05, .2}},
      answer = function(f, p) return (1 - p.beta^(f.K+1))/(1 - p.beta)/(1 + f.K*p.c) end,
      wrong = {{value = function(f, p) return (1 - p.beta^(f.K+1))/(1 - p.beta) end,
                hint = "The drafts are not free: K of them run before each target step."}},
      worked = [[{{= n((1-p.beta^(f.K+1))/(1-p.beta),3)}} tokens for the price of
        {{= n(1+f.K*p.c,2)}} target steps. Below one it would be faster not to speculate.]]},

    q.num{id = "bestk", unit = "1", rtol = 0,
      ask = [[β = {{= f.beta}}, a draft step costs {{= n(100*p.c,0)}} % of a target step. Which K
        gives the largest speed-up?]],
      vary = {c = {.05, .2, .1}},
      answer = function(f, p)
        local best, at = 0, 0
        for K = 1, 40 do
          local s = (1 - f.beta^(K + 1))/(1 - f.beta)/(1 + K*p.c)
          if s > best then best, at = s, K end
        end
        return at
      end,
      wrong = {{value = function() return 40 end,
                hint = [[More tokens per round, but the later ones are rarely reached and always
                  paid for.]]}},
      worked = [[The next drafted token adds β^K tokens and costs c. Tabulate the quotient for K =
        1, 2, 3, … and stop where it turns; the maximum is flat, so being off by one costs
        little.]]},

    q.choice{id = "resample",
      ask = [[A drafted token is rejected. From what must its replacement be drawn so that the
        output keeps the target's distribution?]],
      options = {"The target distribution p",
                 "The positive part of p − q, normalised",
                 "The draft distribution q",
                 "p without the rejected token"},
      answer = 2,
      worked = [[Acceptance already delivers min(p, q) for each token. What is missing to p is the
        positive part of p − q, and it has to be exactly that: drawing from p again would count
        the shared part twice.]]},
  },
}
