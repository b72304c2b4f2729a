return week {
  n = 29, part = 4, title = "Long context: position encodings", seeds = {"S003-W29"},
  summary = [[A model trained on eight thousand tokens fails at nine thousand for a reason you can
compute with a pocket calculator: some of its rotations never completed a turn in training. This
week you count those rotations, then write and compare the repairs, position interpolation,
NTK-aware scaling and YaRN, as one table of frequencies and one rotation in place. You will be
able to read a model's `rope_scaling` entry and say what each dimension does beyond the trained
length.]],
  concepts = {
    {id = "rope", title = "A position is a rotation", seed = "S003-W29-C1", text = [[
RoPE takes the channels of q and k in pairs, reads each pair as one complex number and multiplies
it by e^(imθ), where m is the token's position and θ_i = base^(−2i/d). The score of a query at m
and a key at n then contains e^(i(m−n)θ): absolute positions went in, only their difference comes
out, at no parameters and at the cost of one read and write of q and k. Pair i turns once every
λ_i = 2π·base^(2i/d) tokens: with base {{= n(f.base) }} and d = {{= f.d }} from
{{= n(f.lam0, 1) }} tokens for the first pair to {{= n(f.lam63/1e6, 2) }} million for the
last.]]},
    {id = "extrapolation", title = "Why the naive extension fails", seed = "S003-W29-C2", text = [[
The fast pairs have been round the circle thousands of times in training; any later position shows
them an angle they know. The slow pairs have not: with base {{= n(f.base4) }} and {{= n(f.L4) }}
training tokens, {{= f.unseen4 }} of the {{= f.pairs }} pairs have a wavelength longer than the
text, so every position past the end gives them an angle the attention weights never met. The sum
of a few such unknown phases is enough to make scores arbitrary, and perplexity leaves the page
within a few hundred tokens.]]},
    {id = "pi", title = "Position interpolation", seed = "S003-W29-C3", text = [[
Divide every position by s and nothing is ever out of range: a text s times as long is squeezed
into the trained circle. The price is paid by the fast pairs, which told neighbours apart: the
fastest used to turn one radian a token and now turns {{= n(f.pi_step, 2) }} for s = {{= f.s }},
so local order is blurred. A short fine-tune (about a thousand steps in the Position Interpolation
paper) repairs most of it.]]},
    {id = "ntk", title = "NTK-aware scaling", seed = "S003-W29-C4", text = [[
Interpolate the slow pairs and leave the fast ones alone, with a single number: replace the base
by base·s^(d/(d−2)). The exponent is chosen so that the slowest pair is stretched by exactly s
while the fastest does not change at all; the ones between follow geometrically. For base
{{= n(f.base) }} and s = {{= f.s }} the new base is {{= n(f.ntk_base, 0) }}. It works without
fine-tuning, but the pairs in the middle are stretched by less than s, so a few of them still
leave the trained range.]]},
    {id = "yarn", title = "YaRN: decide pair by pair", seed = "S003-W29-C5", text = [[
YaRN asks how many turns a pair made in training, r = L/λ_i: more than β = {{= f.beta }} turns,
leave it; fewer than α = {{= f.alpha }}, interpolate it fully; in between, mix the two linearly.
For a Llama-3-8B taken from {{= n(f.L) }} tokens to {{= f.s }} times that, {{= f.keep }} pairs
stay, {{= f.ramp }} are mixed and {{= f.interp }} are interpolated. A longer context also flattens
the softmax, so YaRN multiplies q *and* k by 0.1·ln s + 1 = {{= n(f.mscale, 3) }}, which scales
the scores by the square, {{= n(f.logit_scale, 3) }}; both factors go into the sine–cosine table,
so the kernel does not change.]]},
    {id = "longrope", title = "LongRoPE: search instead of formula", seed = "S003-W29-C6", text = [[
PI, NTK and YaRN are three guesses at one function: the stretch factor of each pair. LongRoPE
measures instead. An evolutionary search picks the {{= f.pairs }} factors (non-decreasing from
fast pairs to slow) and the number of leading tokens that stay unscaled, judging each candidate by
perplexity on long texts. The paper extends in stages, with a fine-tune between them, and then
searches again so that short inputs do not pay for the long ones.]]},
  },

  readings = {
    {"yarn", hours = 3, seed = "S003-W29-R1", look_for = [[The definition of the ramp in terms of
turns per training length, and where the temperature is applied: to q and k, not once to the
scores.]]},
    {"eleutherrope", hours = 1.5, seed = "S003-W29-R2", look_for = [[The derivation of the NTK
exponent d/(d−2): which two conditions fix it?]]},
    {"ringattn", hours = 1.5, seed = "S003-W29-R3", look_for = [[The inference section: what each
device must hold while a long prompt is processed, and which transfer the block computation
hides.]]},
  },

  practice = {
    {hours = 1, seed = "S003-W29-HO", text = [[Write the rotation as a kernel in `w29b-rope-apply`:
q and k in place, their gradients, and k turned on its way into a paged cache. Count sectors before
you time anything: each element once each way, the table's row once a warp.]]},
    {hours = 1.5, seed = "S003-W29-HO", text = [[Implement the five frequency modes, the table
and the rotation of `w29-rope-yarn`. First property to hold: the score of (m, n) depends on m −
n only, at position zero and at position one million.]]},
    {hours = 1.5, seed = "S003-W29-HO", text = [[
Read on with microlm's draft at one, two, four and eight times its trained context, with no
scaling, PI, NTK and YaRN, in `extend` of the same lab. Plot perplexity and key-recall accuracy
over length; say at which length each curve leaves the floor that synthlang makes known exactly.]]},
  },

  labs = {"w29-rope-yarn", "w29b-rope-apply"},
  durable = {"relative position from absolute rotations", "wavelength against training length",
    "argument reduction of large angles"},
  ephemeral = {{"Llama 3's native window of 8,192 tokens (3.1: 128K)", as_of = "2026-03"},
    {"which scaling rule a given model card names", as_of = "2026-03"}},

  facts = function(hw)
    local d, base, L, s, alpha, beta = 128, 5e5, 8192, 4, 1, 32
    local base4, L4 = 1e4, 4096
    local function lambda(i, b) return 2 * math.pi * b ^ (2 * i / d) end
    local function counted(length, holds)
      local k = 0
      for i = 0, d // 2 - 1 do
        if holds(length / lambda(i, base)) then k = k + 1 end
      end
      return k
    end
    local function kept(length) return counted(length, function(turns) return turns > beta end) end
    local function stretched(length) return counted(length, function(turns) return turns < alpha end) end
    local keep, interp, unseen4 = kept(L), stretched(L), 0
    for i = 0, d // 2 - 1 do
      if lambda(i, base4) > L4 then unseen4 = unseen4 + 1 end
    end
    local m = 0.1 * math.log(s) + 1
    return {
      kept = kept, stretched = stretched, d = d, pairs = d // 2, base = base, L = L, s = s, alpha = alpha, beta = beta,
      base4 = base4, L4 = L4, unseen4 = unseen4, lam0 = lambda(0, base), lam63 = lambda(63, base),
      keep = keep, interp = interp, ramp = d // 2 - keep - interp, pi_step = 1 / s,
      ntk_base = base * s ^ (d / (d - 2)), mscale = m, logit_scale = m * m,
      pos = 1000000, ulp_bits = 23,
    }
  end,

  questions = {
    q.num {id = "wavelength", unit = "tok", vary = {base = {10000, 500000}, i = {63, 32, 48}},
      ask = [[Head dimension {{= f.d }}, base {{= n(p.base) }}: after how many tokens has pair
{{= p.i }} (counted from 0) turned exactly once?]],
      answer = function(f, p) return 2 * math.pi * p.base ^ (2 * p.i / f.d) end,
      wrong = {
        {value = function(f, p) return p.base ^ (2 * p.i / f.d) end,
          hint = "That is one radian; a full turn is 2π of them."},
        {value = function(f, p) return 2 * math.pi * p.base ^ (p.i / f.d) end,
          hint = "The exponent is 2i/d: there are d/2 pairs."},
      },
      worked = [[λ = 2π·{{= n(p.base) }}^(2·{{= p.i }}/{{= f.d }}) =
{{= n(2*math.pi*p.base^(2*p.i/f.d), 0) }} tokens.]]},

    q.num {id = "unseen", unit = "1", rtol = 0.001, vary = {L = {4096, 2048, 8192}},
      ask = [[Base {{= n(f.base4) }}, head dimension {{= f.d }}, trained on {{= n(p.L) }} tokens.
How many of the {{= f.pairs }} pairs never completed one turn in training?]],
      answer = function(f, p)
        local c = 0
        for i = 0, f.pairs - 1 do
          if 2 * math.pi * f.base4 ^ (2 * i / f.d) > p.L then c = c + 1 end
        end
        return c
      end,
      wrong = {
        {value = function(f, p)
            local c = 0
            for i = 0, f.pairs - 1 do
              if 2 * math.pi * f.base4 ^ (2 * i / f.d) <= p.L then c = c + 1 end
            end
            return c
          end, hint = "Those are the pairs that did complete a turn."},
        {value = function(f, p)
            local c = 0
            for i = 0, f.pairs - 1 do
              if f.base4 ^ (2 * i / f.d) > p.L then c = c + 1 end
            end
            return c
          end, hint = "A turn is 2π radians, not one."},
      },
      worked = [[Solve 2π·base^(2i/d) > L for i: i > (d/2)·ln(L/2π)/ln(base) =
{{= n(f.d/2*math.log(p.L/(2*math.pi))/math.log(f.base4), 1) }}. The pairs above that, up to
{{= f.pairs - 1 }}, count.]]},

    q.table {id = "yarn-split", unit = "1", rtol = 0.001,
      ask = [[YaRN for d = {{= f.d }}, base {{= n(f.base) }}, trained on {{= n(p.L) }} tokens, α =
{{= f.alpha }}, β = {{= f.beta }}: how many pairs fall into each class?]],
      rows = {"unchanged", "ramp", "fully interpolated"}, columns = {"pairs"},
      vary = {L = {4096, 16384, 32768}},
      answer = function(f, p)
        local kept, stretched = f.kept(p.L), f.stretched(p.L)
        return {{kept}, {f.d // 2 - kept - stretched}, {stretched}}
      end,
      worked = [[Turns in training are L/λ_i. More than {{= f.beta }} turns: pairs 0 to
{{= f.kept(p.L) - 1 }}. Fewer than {{= f.alpha }}: the last {{= f.stretched(p.L) }}. The
{{= f.d//2 - f.kept(p.L) - f.stretched(p.L) }} between
them are mixed.]]},

    q.num {id = "logit-scale", unit = "x", vary = {s = {4, 8, 16}},
      ask = [[YaRN with s = {{= p.s }} multiplies q and k by 0.1·ln s + 1. By what factor do the
attention scores grow?]],
      answer = function(f, p) return (0.1 * math.log(p.s) + 1) ^ 2 end,
      wrong = {
        {value = function(f, p) return 0.1 * math.log(p.s) + 1 end,
          hint = "The factor is on q and on k; a score is their product."},
        {value = function(f, p) return (0.1 * math.log(p.s, 2) + 1) ^ 2 end,
          hint = "Natural logarithm, not base two."},
        {value = function(f, p) return 1 / (0.1 * math.log(p.s) + 1) ^ 2 end,
          hint = "Scores are sharpened: a longer context spreads the softmax thinner."},
      },
      worked = [[(0.1·ln {{= p.s }} + 1)² = {{= n(0.1*math.log(p.s)+1, 4) }}² =
{{= n((0.1*math.log(p.s)+1)^2, 4) }}.]]},

    q.num {id = "ntk-base", unit = "1", vary = {s = {4, 8, 16}},
      ask = [[NTK-aware scaling by s = {{= p.s }} of a model with base {{= n(f.base) }} and d =
{{= f.d }}: what is the new base?]],
      answer = function(f, p) return f.base * p.s ^ (f.d / (f.d - 2)) end,
      wrong = {
        {value = function(f, p) return f.base * p.s end,
          hint = [[The slowest pair has exponent (d−2)/d, not 1: the base needs a little more than
s.]]},
        {value = function(f, p) return f.base * p.s ^ 2 end,
          hint = "The exponent is d/(d−2), close to 1."},
      },
      worked = [[The slowest pair's wavelength goes with base^((d−2)/d); for it to grow by s the
base must grow by s^(d/(d−2)): {{= n(f.base) }}·{{= p.s }}^({{= f.d }}/{{= f.d - 2 }}) =
{{= n(f.base*p.s^(f.d/(f.d-2)), 0) }}.]]},

    q.num {id = "angle-error", unit = "1",
      ask = [[You compute m·θ in fp32 at position {{= n(p.pos) }} with θ close to 1. What is the
spacing of fp32 numbers there, in radians?]],
      vary = {pos = {30000, 300000, 5000000}},
      answer = function(f, p) return 2 ^ (math.floor(math.log(p.pos, 2)) - f.ulp_bits) end,
      wrong = {
        {value = function(f, p) return 2 ^ -f.ulp_bits end,
          hint = "That is the spacing just above 1; it doubles at every power of two."},
        {value = function(f, p) return 2 ^ (math.floor(math.log(p.pos, 2)) - 52) end,
          hint = "That is double precision."},
      },
      worked = [[{{= n(p.pos) }} lies just above 2^{{= math.floor(math.log(p.pos, 2)) }}; with
{{= f.ulp_bits }} mantissa bits the step is
2^({{= math.floor(math.log(p.pos, 2)) }}−{{= f.ulp_bits }}) =
{{= n(2^(math.floor(math.log(p.pos, 2))-f.ulp_bits), 4) }} rad. Reduce the angle in double, or
build the table once in double.]]},

    q.choice {id = "local-order",
      ask = [[After position interpolation without fine-tuning, a model confuses the order of
adjacent tokens. Why?]],
      options = {
        "the slow pairs now see angles outside the trained range",
        "the fast pairs turn less per token, so neighbours differ by a smaller phase than in \z
          training",
        "values are rotated as well as keys",
        "the softmax temperature is too low"},
      answer = 2,
      worked = [[PI scales all pairs alike. Out-of-range angles are cured, but the fast pairs,
which separate neighbours, are slowed by the same factor. NTK and YaRN leave exactly these pairs
alone. Values are never rotated.]]},
  },
}
