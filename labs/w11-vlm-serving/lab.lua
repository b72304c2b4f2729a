-- w11-vlm-serving: from a picture's pixels to tokens in a prompt, and a planner that serves both.

local TIME = {bronze = .35, silver = .65, gold = .90}
local YIELD = {bronze = .70, silver = .90, gold = .98}
local EDGE = {"edge"}
local FCFS, OWN = 0, 1

-- LLaVA-1.5-7B: the decoder of Llama 2 7B's shape, ViT-L/14 before it; fp16 on one A100.
local llm, gpu = models.llama2_7b, hw.a100
local vit = {d = 1024, L = 24, T = 577} -- 576 patches and a class token; CLIP's ViT-L/14@336
local function matmul_params(m)
  return m.L*(2*m.d*m.H*m.hd + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff) + m.V*m.d
end
local function kv_bytes(m) return 2*m.L*m.Hkv*m.hd*2 end
local function vit_flops(T) return 24*vit.L*vit.d^2*T + 4*T^2*vit.d*vit.L end

-- The clock's prices in whole picoseconds, on the roofline.
local PRICE = {
  kv_B = kv_bytes(llm),
  ps_tile = 1e12*vit_flops(vit.T)//gpu.bf16, ps_vit = 1e12*24*vit.L*vit.d^2//gpu.bw,
  ps_token = 1e12*2*matmul_params(llm)//gpu.bf16, ps_score = 1e12*4*llm.L*llm.H*llm.hd//gpu.bf16,
  ps_weights = 1e12*2*matmul_params(llm)//gpu.bw, ps_cached = 1e12*kv_bytes(llm)//gpu.bw,
}

local function piece(id, call, fields)
  local c = {id = id, calls = {call}}
  for k, v in pairs(fields) do c[k] = v end
  return c
end

local function prompt(id, n, npics, rows, more)
  local c = piece(id, "splice", {n = n, npics = npics, rows = rows, V = 50, d = 6, wrong = 0, together = 0,
                                 cap = n - npics + rows})
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

-- The trace of the bench: after how many milliseconds a first token is due, from a request's to `spread` times that.
local TRACE = {n = 400, rate = 24, pictured = 60, ttft_ms = 250, spread = 8, pace_ms = 45}

-- n requests at `rate` a second (0: all at once), `pictured` per cent with pictures, the pool in tokens.
local function serve(id, policy, n, more)
  local c = piece(id, "serve", {policy = policy, n = n, rate = 12, pictured = 60, max_batch = 32, max_tokens = 2048,
                                max_tiles = 8, pool = 30000, max_new = 40, ttft_ms = 200, spread = 4,
                                tpot = 60*10^9, big_every = 0, log_cap = 20000})
  for k, v in pairs(PRICE) do c[k] = v end
  for k, v in pairs(more or {}) do c[k] = v end
  c.pool_B = c.pool*c.kv_B
  c.pool, c.tpot, c.pool_B = nil, math.tointeger(c.tpot), math.tointeger(c.pool_B)
  return c
end

-- The week's sixteen users at once: 64 tokens of text each, and pictures of that many tiles.
local function users(id, tiles)
  return serve(id, FCFS, 16, {rate = 0, text = 64, tiles = tiles, pool = 110000, max_tokens = 50000, max_tiles = 80,
                              max_new = 32, ttft_ms = 1000, tags = {"gate"}})
end

-- Eight at once and one at a time, so that every order can be tried.
local function snapshot(id, more)
  local c = {rate = 0, pictured = 70, max_tokens = 1, max_tiles = 1, max_new = 1, ttft_ms = 60, spread = 6}
  for k, v in pairs(more or {}) do c[k] = v end
  return serve(id, OWN, 8, c)
end

return lab {
  api = 1, rev = 1, id = "w11-vlm-serving", title = "VLM anatomy and prefill planning",
  kind = "system", week = 11, part = 1, domain = {"serving", "multimodal"},
  seeds = {"S003-W11", "S003-W11-C1", "S003-W11-C2", "S003-W11-C3", "S003-W11-C4", "S003-W11-C5", "S003-W11-C6",
           "S003-W11-HO", "S003-W11-MS", "S003-W24-C4", "S003-W42-C6"},
  requires = {"w06-paged-kv"}, suggests = {"c11-transformer-fwd"},
  hours = {read = 6, lab = 4},
  durable = {"A picture is a long prompt whose length is known before its content",
             "Work that is bound by arithmetic gains nothing from waiting for company",
             "On one machine with due dates: order by date, and when one would be late, drop the longest"},
  ephemeral = {{"LLaVA's resolution policies and canvases", as_of = "2024-01"},
               {"A100 figures", as_of = "2021-06"}},
  readings = {
    {"clip", hours = 1.5, look_for = [[section 2.4 and the appendix's table of vision transformers: the encoder that
      this lab counts is its ViT-L/14 at 336; which half of the trained pair does a vision-language model keep?]]},
    {"llava", hours = 1.5, look_for = [[which of the three parts is trained in which stage, and from which layer of
      the encoder the features come]]},
    {"llava15", hours = 1, look_for = [[the step from 224 to 336 pixels: compute both token counts; the projector of
      two layers; where a picture that is not square is padded]]},
    {"flamingo", hours = 1, look_for = [[the resampler's 64 outputs, whatever goes in, and the mask under which a
      text token sees the last picture only: both are in xattn_cost]]},
    {"vllmmm", hours = 1, look_for = [[how the server knows the number of tokens before it has encoded anything, and
      what the limit of pictures per prompt protects]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"vlm.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 10, mem_MiB = 512, threads = 1},

  buffers = {
    pictures = {dtype = "i32", shape = {"n", 3}, dist = gen.custom"pictures", note = "H, W, policy"},
    counts = {dtype = "i32", shape = {"n"}},
    img = {dtype = "f32", shape = {3, "H", "W"}, dist = gen.normal{}},
    We = {dtype = "f32", shape = {"D", 3, "p", "p"}, dist = gen.normal{sd = .05}},
    tok = {dtype = "f32", shape = {"-(-H//p)*-(-W//p)", "D"}},
    ntok = {dtype = "i32", shape = {1}},
    x = {dtype = "f32", shape = {"n", "din"}, dist = gen.normal{}},
    W1 = {dtype = "f32", shape = {"dout", "din"}, dist = gen.normal{sd = .15}},
    b1 = {dtype = "f32", shape = {"dout"}, dist = gen.normal{}},
    W2 = {dtype = "f32", shape = {"dout", "dout"}, dist = gen.normal{sd = .1}},
    b2 = {dtype = "f32", shape = {"dout"}, dist = gen.normal{}},
    y = {dtype = "f32", shape = {"n", "dout"}},
    text = {dtype = "i32", shape = {"n"}, dist = gen.custom"text", note = "ids, and -200 where a picture goes"},
    table = {dtype = "f32", shape = {"V", "d"}, dist = gen.normal{}},
    pics = {dtype = "f32", shape = {"math.max(rows, 1)", "d"}, dist = gen.normal{}},
    each = {dtype = "i32", shape = {"math.max(npics, 1)"}, dist = gen.custom"ntok", note = "tokens of each picture"},
    emb = {dtype = "f32", shape = {"cap", "d"}},
    said = {dtype = "i32", shape = {1}},
    shapes = {dtype = "i32", shape = {"n", 11}, dist = gen.custom"shapes",
              note = "L d H Hkv hd dv every latents text pics img"},
    costs = {dtype = "i64", shape = {"n", 6}},
    reqs = {dtype = "i64", shape = {"n", 8}, dist = gen.custom"reqs"},
    log = {dtype = "i64", shape = {"log_cap"}, note = "every pass of the planner"},
  },

  calls = {
    tokens = call{harness = true, asks = {fn = "vlm_tokens"},
                  args = {i32"n", input"pictures", output"counts"}, oracle = "tokens", tol = tol.exact,
                  title = "how many tokens"},
    patchify = call{harness = true, asks = {fn = "patchify_gemm"},
                    args = {i32"H", i32"W", i32"p", i32"D", input"img", input"We", output"tok",
                    output"ntok"}, oracle = "patch", tol = {tok = tol.dot"3*p*p", ntok = tol.exact},
                    title = "patches"},
    project = call{harness = true, asks = {fn = "projector"},
                   args = {i32"n", i32"din", i32"dout", input"x", input"W1", input"b1", input"W2",
                   input"b2", output"y"}, oracle = "project", tol = tol.dot"din + dout", title = "the projector"},
    splice = call{harness = true, args = {i32"n", i32"V", i32"cap", i32"npics", i32"d", input"text", input"table",
                  input"pics", input"each", output"emb", output"said"}, verify = "splice",
                  title = "pictures into the prompt"},
    xattn = call{harness = true, asks = {fn = "xattn_cost"},
                 args = {i32"n", input"shapes", output"costs"}, oracle = "xattn", tol = tol.exact,
                 title = "two ways in"},
    serve = call{harness = true, asks = {fn = "plan_step"}, verify = "serve", title = "the planner",
        args = {i32"policy", i32"max_batch", i32"max_tokens", i32"max_tiles", i64"kv_B", i64"pool_B", i64"ps_tile",
                i64"ps_vit", i64"ps_token", i64"ps_score", i64"ps_weights", i64"ps_cached", i64"tpot", i32"n",
                i32"log_cap", input"reqs", output"log"}},
  },

  counters = {kv_tok = "tokens in the KV cache", vs_best = "in time, of the best order's",
              good_pct = "requests in time, %"},
  gates = {
    gate{id = "one-pass", call = "patchify", case = "megapixels", counter = "l2_miss", op = "<=",
         value = "1.15*4*(3*H*W + D*3*p*p + D*-(-H//p)*-(-W//p))/64", on = "cpu",
         why = "lines fetched past an L2 of 2 MiB: the image once, the result once, and little else"},
    gate{id = "text", call = "serve", case = "users-text", counter = "kv_tok", op = "==",
         value = "n*(64 + max_new)", why = "sixteen users without pictures, their answers reserved"},
    gate{id = "fixed", call = "serve", case = "users-fixed", counter = "kv_tok", op = "==",
         value = "n*(576 + 64 + max_new)", why = "the same with a picture each, resized to one tile"},
    gate{id = "anyres", call = "serve", case = "users-anyres", counter = "kv_tok", op = "==",
         value = "n*(5*576 + 64 + max_new)", why = "twice the side, in tiles: compare time and bytes of all three"},
    gate{id = "eight", call = "serve", case = "eight", counter = "vs_best", op = ">=", value = .98,
         why = "as many of eight in time as the best of all 40,320 orders"},
    gate{id = "eight-tight", call = "serve", case = "eight-tight", counter = "vs_best", op = ">=", value = .98,
         why = "the same when most are lost: which ones are given up decides"},
    gate{id = "eight-pictures", call = "serve", case = "eight-pictures", counter = "vs_best", op = ">=",
         value = .98, why = "the same with a picture in each"},
    gate{id = "goodput", call = "serve", case = "trace", counter = "good_pct", op = ">=", value = 60,
         why = "under load most requests can still be good; served by arrival, few are"},
  },

  bench = {
    bench{id = "goodput", call = "serve", case = "trace", metric = "counter:good_pct", stages = YIELD,
          title = "good requests, in per cent", why = "400 requests at 24 a second: more than the machine can do"},
    bench{id = "embed", call = "patchify", case = "embed", clock = "cpu", stages = TIME, flops = "2*H*W*3*D",
          bytes = "4*(3*H*W + 3*p*p*D + H*W//(p*p)*D)", title = "patches to vectors",
          why = "one square picture, 128 numbers a patch"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "f.vit", rtol = .15,
            ask = [[ViT-L has {{= f.v.L}} layers of width {{= f.v.d}} with a plain MLP of four times that. FLOP to
              encode {{= f.v.T}} tokens?]],
            worked = "24 L d² a token for the matrices, 4 d L for each pair of tokens: {{= si(f.vit, 'FLOP')}}."},
    predict{id = "bytes", axis = "bytes", unit = "MiB", answer = "f.img*f.kv/2^20",
            ask = "Cache that a picture of {{= f.img}} tokens takes in the 7B decoder, fp16, plain heads?",
            worked = "{{= f.img}} times {{= kib(f.kv)}}."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", answer = "f.vit/f.vit_B", rtol = .15,
            ask = "FLOP for each byte of the encoder's weights, when one picture is encoded alone?",
            worked = "About one for each token: {{= n(f.vit/f.vit_B, 0)}}. The ridge is {{= n(f.ridge, 0)}}."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "1", rtol = 0,
            ask = "So how many pictures have to be encoded together before an A100 is bound by arithmetic?",
            worked = "One is enough."},
    predict{id = "failure", axis = "failure",
            choices = {"throughput falls", "memory runs out", "throughput stays, and nearly everybody is late"},
            answer = "throughput stays, and nearly everybody is late",
            ask = "The machine has a little more work than it can do, and serves strictly by arrival. What happens?"},
  },

  facts = function(hw)
    local m, a = models.llama2_7b, hw.a100
    local mm, kv = matmul_params(m), kv_bytes(m)
    local vit_B = 2*12*vit.L*vit.d^2
    local f = {
      v = vit, img = 576, text = 64, users = 16, template = 35, mm = mm, kv = kv, anyres = 2880,
      vit = vit_flops(vit.T), vit_big = vit_flops(4*576 + 1), vit_B = vit_B, peak = a.bf16, bw = a.bw,
      ridge = a.bf16/a.bw, latents = 64, every = 4, time = TIME, yield = YIELD, side = 336, L = m.L,
      proj = 2*576*(vit.d*m.d + m.d*m.d), d = m.d, trace = TRACE, h100_ridge = hw.h100.bf16/hw.h100.bw,
      card_B = 80e9, share = .9, photo = 12e6,
      -- good requests in per cent on the case "trace", mean of seeds 1 to 3 (2026-11, virtual time): PLAN_FCFS; one
      -- request at a time by arrival, by due date, shortest first; ref.c without and with its look at the pace
      policy = {fcfs = 7.1, fifo = 14.6, edf = 14.5, sjf = 85.0, nopace = 72.8, ref = 91.8},
      span = {fcfs = 24.8, ref = 27.0}, -- seconds until all are served, seed 1
    }
    f.llm = function(T) return 2*mm*T + 4*m.L*m.H*m.hd*T*(T + 1)/2 end
    f.ms = function(flops) return 1e3*flops/f.peak end
    f.T = f.img + f.text
    f.prefill = f.llm(f.T)
    f.decode_ms = 1e3*2*mm/f.bw
    f.llm_B = 2*(mm + m.V*m.d)
    f.pool_B = f.share*f.card_B - f.llm_B - vit_B
    f.cross_B = f.L/f.every*kv/f.L*f.latents
    f.cross_one = 2*m.d*m.H*m.hd + 2*vit.d*m.Hkv*m.hd + 8*m.d^2
    f.cross_W = f.L/f.every*f.cross_one
    f.cache = function(users, tokens) return users*tokens*kv end
    f.encodes = function(prefill) return f.vit/(f.vit + prefill) end
    f.canvas = function(H, W) -- tiles of the best canvas, as in lab.h
      local most, tiles = -1, 0
      for _, g in ipairs({{1, 2}, {2, 1}, {2, 2}, {1, 3}, {3, 1}}) do
        local h, w = 336*g[1], 336*g[2]
        local area = math.min(H*w <= h*W and w*(H*w//W) or h*(W*h//H), H*W)
        if area > most or area == most and g[1]*g[2] < tiles then most, tiles = area, g[1]*g[2] end
      end
      return tiles
    end
    f.native = function(H, W) return -(-H//14)*-(-W//14) end
    -- five jobs of the question: length and due date in ms; how many can be in time
    f.jobs = {a = {{28, 30}, {126, 150}, {4, 160}, {28, 170}, {55, 190}},
              b = {{76, 80}, {28, 90}, {28, 100}, {5, 110}, {101, 180}},
              c = {{28, 40}, {28, 50}, {126, 170}, {28, 175}, {28, 180}}}
    f.in_time = function(jobs)
      local best = 0
      for set = 0, 2^#jobs - 1 do
        local t, n, ok = 0, 0, true
        for k, j in ipairs(jobs) do -- in order of due dates
          if set >> (k - 1) & 1 == 1 then
            t, n = t + j[1], n + 1
            ok = ok and t <= j[2]
          end
        end
        if ok then best = math.max(best, n) end
      end
      return best
    end
    f.by_date = function(jobs) -- nobody dropped
      local t, n = 0, 0
      for _, j in ipairs(jobs) do
        t = t + j[1]
        n = n + (t <= j[2] and 1 or 0)
      end
      return n
    end
    f.show = function(jobs)
      local out = {}
      for k, j in ipairs(jobs) do out[k] = ("%d by %d"):format(j[1], j[2]) end
      return table.concat(out, ", ")
    end
    return f
  end,

  questions = {
    q.table{id = "tokens", unit = "tok", rtol = 0, seed = "S003-W11-C3",
      ask = "Tokens of a picture, under the three policies of lab.h (patches of 14, tiles of {{= f.side}}):",
      vary = {s = {560, 616, 644}, W = {900, 950, 1100}},
      rows = {"{{= p.s}} x {{= p.s}}", "H = 224, W = {{= n(p.W)}}"}, columns = {"fixed", "native", "any resolution"},
      answer = function(f, p)
        return {{f.img, f.native(p.s, p.s), f.img*(1 + f.canvas(p.s, p.s))},
                {f.img, f.native(224, p.W), f.img*(1 + f.canvas(224, p.W))}}
      end,
      hint = "Native: round each side up to patches. Any resolution: tiles of the best canvas, and the small one.",
      worked = [[{{= p.s}}/14 = {{= n(p.s/14, 0)}}, squared {{= n(f.native(p.s, p.s))}};
        {{= f.canvas(p.s, p.s)}} tiles and the small one make {{= n(f.img*(1 + f.canvas(p.s, p.s)))}}.
        224 x {{= n(p.W)}} is 16 x {{= -(-p.W//14)}} patches
        ({{= n(p.W)}}/14 = {{= n(p.W/14, 1)}}), {{= n(f.native(224, p.W))}}; its best canvas has
        {{= f.canvas(224, p.W)}} tiles: {{= n(f.img*(1 + f.canvas(224, p.W)))}}.]]},
    q.num{id = "prefill", unit = "tok", rtol = .001, seed = "S003-W11-MS",
      ask = [[{{= p.users}} users of LLaVA-1.5-7B each send a picture of 336 x 336 and a question of {{= p.text}}
        tokens. How many tokens are prefilled? (Leave out the chat template.)]],
      vary = {users = {11, 24, 40}, text = {48, 90, 130}},
      answer = function(f, p) return p.users*(f.img + p.text) end,
      wrong = {{value = function(_, p) return p.users*p.text end, hint = "That is the text alone."},
               {value = function(f, p) return f.img + p.users*p.text end, hint = "Each brings a picture."},
               {value = function(f, p) return p.users*(f.img + p.text + f.template) end,
                hint = "Without the template."},
               {value = function(f, p) return p.users*(f.img + 1 + p.text) end,
                hint = "The class token does not leave the encoder: LLaVA keeps the patches only."}},
      worked = [[{{= p.users}} · ({{= f.img}} + {{= p.text}}) = {{= n(p.users*(f.img + p.text))}},
        {{= n((f.img + p.text)/p.text, 1)}} times the {{= n(p.users*p.text)}} of text alone. A template of about
        {{= f.template}} tokens would make it {{= n(p.users*(f.img + p.text + f.template))}}.]]},
    q.num{id = "kv", unit = "GiB", rtol = .005, seed = "S003-W11-MS",
      ask = [[{{= p.users}} users, each with a picture of {{= f.img}} tokens and {{= p.text}} of text: how large is the
        KV cache after the prefill, in fp16, with the {{= f.L}} layers and 32 key/value heads of 128 that
        Vicuna-7B has?]],
      vary = {users = {10, 20, 36}, text = {56, 104, 150}},
      answer = function(f, p) return f.cache(p.users, f.img + p.text)/2^30 end,
      wrong = {{value = function(f, p) return f.cache(p.users, f.img + p.text)/2^31 end, hint = "Keys and values."},
               {value = function(f, p) return f.cache(p.users, p.text)/2^30 end,
                hint = "That is the text-only baseline."},
               {value = function(f, p) return f.cache(p.users, f.img + p.text)/2^32 end,
                hint = "That would be a group of four query heads on each key/value head; this model has none."}},
      worked = [[{{= kib(f.kv)}} a token, {{= n(f.cache(p.users, f.img + p.text))}} B in all:
        {{= gib(f.cache(p.users, f.img + p.text))}}, against {{= gib(f.cache(p.users, p.text))}} without pictures.]]},
    q.num{id = "share", unit = "%", rtol = .03, seed = "S003-W11-HO",
      ask = [[The encoder takes {{= si(f.vit, "FLOP")}} for one picture; the decoder has {{= n(f.mm/1e9, 2)}}
        billion weights in matrices and prefills the picture's {{= f.img}} tokens and {{= p.text}} of text. The
        encoder's share of both?]],
      vary = {text = {200, 300, 500}},
      answer = function(f, p) return 100*f.encodes(f.llm(f.img + p.text)) end,
      wrong = {{value = function(f, p) return 100 - 100*f.encodes(f.llm(f.img + p.text)) end,
                hint = "That is the decoder's."},
               {value = function(f, p) return 100*f.encodes(f.llm(p.text)) end,
                hint = "The picture's tokens are prefilled, too."},
               {value = function(f, p) return 100*f.encodes(f.llm(f.img + p.text)/2) end,
                hint = "A multiplication and an addition are two."},
               {value = function(f) return 100*f.encodes(f.llm(f.img)) end, hint = "The text is prefilled, too."}},
      worked = [[{{= si(f.llm(f.img + p.text), "FLOP")}} of prefill: {{= pct(f.encodes(f.llm(f.img + p.text)), 1)}}. The
        encoder is cheap because it is small. The picture is dear because the decoder reads it.]]},
    q.table{id = "latency", unit = "ms", rtol = .03, seed = "S003-W11-HO",
      ask = [[At an A100's peak of {{= si(f.peak, "FLOP/s")}}: how long do encoding and prefill take, for one
        picture and a question of {{= p.text}} tokens, (a) at 336 x 336, (b) at 672 x 672 under the native policy?]],
      rows = {"336 x 336", "672 x 672"}, columns = {"encode", "prefill"},
      vary = {text = {128, 256, 512}},
      answer = function(f, p)
        return {{f.ms(f.vit), f.ms(f.llm(f.img + p.text))}, {f.ms(f.vit_big), f.ms(f.llm(4*f.img + p.text))}}
      end,
      hint = "Encoder: 24 L d² a token, class token included, 4 d L a pair. Decoder: 2 N a token, half the pairs.",
      worked = [[{{= n(f.ms(f.vit), 2)}} and {{= n(f.ms(f.llm(f.img + p.text)), 1)}} ms; then
        {{= n(f.ms(f.vit_big), 2)}} and
        {{= n(f.ms(f.llm(4*f.img + p.text)), 0)}} ms. Four times the tokens are {{= n(f.vit_big/f.vit, 1)}} times the
        encoder's work, since its pairs grow sixteenfold, and
        {{= n(f.llm(4*f.img + p.text)/f.llm(f.img + p.text), 1)}} times the
        decoder's, since the question does not grow.]]},
    q.choice{id = "double", seed = "S003-W11-HO",
      ask = [[You measure LLaVA-1.5 with pictures of 336 x 336, then of 672 x 672. Tokens, prefill and cache...]],
      options = {"grow four times", "double", "stay as they are: the picture is resized to 336 x 336 first",
                 "grow in the encoder only"},
      answer = 3,
      worked = [[A fixed policy makes {{= f.img}} tokens of anything. To see an effect take a model that tiles: the
        same picture has {{= n(f.anyres)}} in LLaVA-NeXT.]]},
    q.num{id = "users-fit", unit = "1", rtol = .001, seed = "S003-W11-C6",
      ask = [[An engine may use {{= pct(f.share)}} of {{= gb(f.card_B, 0)}}; weights take {{= n(f.llm_B)}} B for the
        decoder and {{= n(f.vit_B)}} B for the encoder. How many sequences have room, each with {{= p.t}} tokens of
        text and answer and {{= n(p.k*f.img)}} of pictures?]],
      vary = {t = {128, 300, 200}, k = {5, 1, 3}},
      answer = function(f, p) return f.pool_B//((p.t + p.k*f.img)*f.kv) end,
      wrong = {{value = function(f, p) return f.pool_B//((p.t + p.k*f.img)*f.kv) + 1 end, hint = "Round down."},
               {value = function(f, p) return f.pool_B//(p.t*f.kv) end, hint = "Pictures are cached, too."}},
      worked = [[{{= n(f.pool_B)}} B over {{= n((p.t + p.k*f.img)*f.kv)}} B:
        {{= n(f.pool_B//((p.t + p.k*f.img)*f.kv))}}. Text alone: {{= n(f.pool_B//(p.t*f.kv))}}.]]},
    q.num{id = "batching", unit = "x", rtol = .02, seed = "S003-W11-C4",
      ask = [[{{= p.b}} pictures wait. Encoded together in one pass instead of one after the other, when are the
        first one's tokens ready: how many times as late?]],
      vary = {b = {8, 6, 12}},
      answer = function(_, p) return p.b end,
      wrong = {{value = 1, hint = "A pass ends for all of its pictures at once."},
               {value = function(_, p) return 1/p.b end, hint = "How many times as late, not as early."}},
      worked = [[One picture brings {{= f.v.T}} tokens, {{= n(f.vit/f.vit_B, 0)}} FLOP to each byte of weights,
        above the ridge of {{= n(f.ridge, 0)}}: the pass is bound by arithmetic, {{= p.b}} pictures take {{= p.b}}
        times as long, and the first waits for the last. The last is no earlier for it.]]},
    q.num{id = "in-time", unit = "1", rtol = 0, seed = "S003-W11-C4",
      ask = [[Five requests wait. Their lengths and due dates in ms: {{= f.show(f.jobs[p.set])}}. One machine, one
        after the other, from 0: how many can be in time?]],
      vary = {set = {"a", "b", "c"}},
      answer = function(f, p) return f.in_time(f.jobs[p.set]) end,
      wrong = {{value = function(f, p) return f.by_date(f.jobs[p.set]) end,
                hint = "That is the order of due dates with nobody given up."},
               {value = 5, hint = "Add them up in order of due dates: when is the first one late?"}},
      worked = [[In order of due dates {{= f.by_date(f.jobs[p.set])}} would be in time. Drop the longest so far
        whenever one would be late: {{= f.in_time(f.jobs[p.set])}} are.]]},
    q.num{id = "cross-kv", unit = "MiB", rtol = .01, seed = "S003-W11-C5",
      ask = [[LLaVA-1.5-7B's decoder with {{= p.new}} cross-attention layers among its {{= f.L}}, which read
        {{= p.latents}} latents a picture, each layer with its own keys and values of the decoder's width, in fp16. How
        large is the cache of one picture?]],
      vary = {new = {4, 5, 10}, latents = {56, 96, 144}},
      answer = function(f, p) return p.new*p.latents*f.kv/f.L/2^20 end,
      wrong = {{value = function(f, p) return p.latents*f.kv/2^20 end, hint = "Only the new layers hold latents."},
               {value = function(f) return f.img*f.kv/2^20 end, hint = "That is the picture joined to the text."},
               {value = function(f, p) return p.new*p.latents*f.kv/f.L/2^21 end, hint = "Keys and values."}},
      worked = [[{{= p.new}} layers, {{= p.latents}} vectors, {{= kib(f.kv/f.L)}} each:
        {{= mib(p.new*p.latents*f.kv/f.L)}} instead of {{= mib(f.img*f.kv)}}.]]},
    q.num{id = "cross-weights", unit = "GB", rtol = .02, seed = "S003-W42-C6",
      ask = [[What do {{= p.new}} cross-attention layers weigh in fp16, each with Q and O of 4096 x 4096, K and V of
        4096 x 1024, and an MLP of two matrices 4096 x 16384?]],
      vary = {new = {5, 6, 10, 11}},
      answer = function(f, p) return 2*p.new*f.cross_one/1e9 end,
      wrong = {{value = function(f, p) return p.new*f.cross_one/1e9 end, hint = "Two bytes each."},
               {value = function(f) return 2*f.L*f.cross_one/1e9 end, hint = "Only the new layers, not one a layer."},
               {value = function(f, p) return 2*p.new*(f.cross_one - 4096*16384)/1e9 end,
                hint = "The MLP has two matrices."}},
      worked = [[{{= n(p.new*f.cross_one/1e9, 2)}} billion weights, {{= gb(2*p.new*f.cross_one)}}. A decode step reads
        them each time. {{= f.L//f.every}} such layers pay when contexts hold more pictures than
        {{= n(2*f.cross_W/(f.img*f.kv - f.cross_B), 0)}} or so, in all sequences of the batch together.]]},
    q.num{id = "decoding", unit = "ms", rtol = .02, seed = "S003-W24-C4",
      ask = [[A photo has {{= n(f.photo/1e6)}} million pixels. A core that unpacks {{= p.r}} million pixels a second
        takes how long before the encoder can begin?]],
      vary = {r = {80, 100, 150}},
      answer = function(f, p) return 1e3*f.photo/(p.r*1e6) end,
      worked = [[{{= n(1e3*f.photo/(p.r*1e6), 0)}} ms, where encoding takes {{= n(f.ms(f.vit), 1)}} and prefill
        {{= n(f.ms(f.prefill), 0)}} ms. Unpack at a smaller scale (JPEG can), on several cores, or on the
        accelerator.]]},
    q.choice{id = "prefix", seed = "S003-W11-C2",
      ask = [[A prefix cache finds blocks by a hash of token ids. All pictures stand in the prompt as the same id,
        repeated. What goes wrong?]],
      options = {"nothing: equal ids are equal tokens", "it never hits",
                 "a second user's picture is answered with the first one's keys and values",
                 "the hash takes too long"},
      answer = 3,
      worked = [[The ids say that a picture is here, not which. The hash must cover its content, or the cache leaks
        one user's picture into another's answer.]]},
    q.choice{id = "length-first", seed = "S003-W11-C2",
      ask = "Why must a server know a picture's number of tokens before it has encoded it?",
      options = {"the encoder needs it", "admission reserves cache for all of the prompt, and positions follow from it",
                 "the tokenizer needs it", "to choose the precision"},
      answer = 2,
      worked = "The number depends on height, width and policy only: vlm_tokens needs no pixel."},
    q.order{id = "way", seed = "S003-W11-C1",
      ask = "Put the way of a picture in order.",
      items = {"unpack the file, resize to the policy's size", "cut into patches, multiply by one matrix",
               "run the encoder's layers, without a causal mask", "project to the decoder's width",
               "put the rows where the mark stood", "prefill, with a causal mask, into the cache",
               "decode word by word"},
      hint = "Pixels, patches, vectors, the decoder's vectors, a prompt, a cache, words.",
      worked = "From the sixth on nothing distinguishes the picture from text."},
    q.multi{id = "regimes", seed = "S003-W11-C4",
      ask = "Which loads are bound by encoding and prefill rather than by decoding?",
      options = {"captions of five words for a million pictures", "one picture, a chat of two hundred answers",
                 "yes-or-no checks of documents in nine tiles", "a story of 2,000 words about a drawing"},
      answer = {1, 3},
      worked = [[{{= n(f.T)}} tokens of prefill cost as much time as {{= n(f.ms(f.prefill)/f.decode_ms, 1)}} decode
        steps of a batch: count the steps of an answer against that.]]},
    q.text{id = "why", min_words = 50, seed = "S003-W11-C4",
      ask = [[Your server encodes pictures eight at a time "for efficiency" and serves by arrival. Under load nearly
        everybody is late. Explain why, and what you would change first.]],
      rubric = {"one picture already bounds the pass by arithmetic, so batching saves no time",
                "everybody in a wide pass waits for its end",
                "a queue by arrival serves requests that are lost already",
                "order by due dates, give up those that cost most", "running sequences wait during encode passes"}},
  },

  hints = {
    {on = "build", match = {"incomplete", "implicit declaration", "undeclared", "unknown type", "defines no"},
     "lab.h declares everything; the struct behind plan_t is yours."},
    {on = "sanitize", "work holds one row of patches, or one token: exactly. plan_delete gives everything back."},
    {on = "case:pads-the-edge", "cols is rounded up. Set `work` to zero first, then copy what lies inside the image."},
    {on = "case:less-than-a-patch", "A copy of p floats would run over the edge: min(p, W - gx*p)."},
    {on = "case:one-row-too-many", "VLM_FULL, before anything is written."},
    {on = "case:wrong-and-too-long", "Two errors at once: lab.h says which one is returned."},
    {on = "case:to-the-token", [[What just fits, fits: never exceed the pool, at most max_tokens. Two requests of 640
      tokens are 1,280; four that reserve 672 are 2,688.]]},
    {on = "case:one-fills-it", "It needs the whole pool and no more: not rejected, and admitted when nobody runs."},
    {on = "case:mark-missing", "Marks and pictures must be equally many, not at most."},
    {on = "case:side-by-side", "Where does picture k begin? After the rows of all pictures before it."},
    {on = "case:one-alone", "Encode, then text passes until it is done; there is nothing else to decide."},
    {on = "case:text-only", "Nobody to encode: every pass is a text pass, and admits from the head of the queue."},
    {on = "case:mixed",
     [[The head may wait for its tiles while someone behind it is ready: nobody overtakes in the text pass. But
       encoding looks at those who wait to be encoded, only.]]},
    {on = "case:small-pool", "What is reserved is text + img + max_new, from the prefill until `done` names it."},
    {on = "case:never-fits", "Reject on arrival; a rejected request is not encoded."},
    {on = "case:one-by-one", "The first request of a pass always may go, however large."},
    {on = "counter:l2_miss",
     [[The image is larger than the L2. A loop over outputs outside reads it again for each; a copy of all patches
       writes it once more and reads that.]]},
    {on = "counter:vs_best",
     [[Sort by due date. Add up lengths (encode and prefill); when one would be late, drop the longest so far. Serve
       the first that is left, and those you dropped when nobody is.]]},
    {on = "counter:good_pct",
     [[Look at `late` and tpot_mean_ms. Late: do you serve requests that are lost already, or wait for a wide pass?
       Slow: may a prefill come now, or would somebody who runs fall behind the pace?]]},
    {on = "bench:goodput",
     "Before a pass: first[id] + tpot * tokens[id] is when its next token is due. Will the pass be over by then?"},
    {on = "bench:embed",
     "Once a row of patches is in `work` it is a matrix product: sixteen sums, four patches at a time."},
    {on = "call:tokens",
     "Work the five canvases out for 224 x 1000 on paper. In integers: multiply, then divide, then compare."},
    {on = "call:patchify", "One patch in `work` has We's order: colour, then row, then column."},
    {on = "call:project", "W1 and b1, then gelu, then W2 and b2. The exact gelu has erf in it, not tanh."},
    {on = "call:splice", "Two passes over the text: first count rows and marks, then copy. A failure leaves no trace."},
    {on = "call:xattn",
     [[A vector has a key and a value of Hkv*hd numbers, two bytes each; a pair costs 4*H*hd. In `cross` the cache
       holds all pictures, a step sees one.]]},
    {on = "call:serve", "The message names the pass. kv_B counts the sequences admitted in this pass, too."},
    {after = 4, "Tier 1 of hints.md has an order to write things in."},
  },

  cases = {
    piece("sizes", "tokens", {n = 400, note = "336, 672, 224 x 1000, 1 x 1, sides of 0 and below"}),
    piece("hidden-sizes", "tokens", {n = gen.pick{500, 700}, hidden = true}),
    piece("one-patch", "patchify", {H = 14, W = 14, p = 14, D = 3, tags = EDGE}),
    piece("square-336", "patchify", {H = 336, W = 336, p = 14, D = 8}),
    piece("pads-the-edge", "patchify", {H = 30, W = 45, p = 14, D = 7, tags = EDGE}),
    piece("wide-224-1000", "patchify", {H = 224, W = 1000, p = 14, D = 5, tags = EDGE}),
    piece("less-than-a-patch", "patchify", {H = 5, W = 3, p = 16, D = 2, tags = EDGE}),
    piece("hidden-patches", "patchify", {hidden = true, H = gen.pick{64, 65, 99}, W = gen.pick{48, 63, 130},
          p = gen.pick{4, 7, 16}, D = gen.pick{6, 9, 32}}),
    piece("no-token", "project", {n = 0, din = 8, dout = 8, tags = EDGE}),
    piece("projects", "project", {n = 9, din = 40, dout = 56}),
    piece("narrows", "project", {n = 5, din = 37, dout = 11, tags = EDGE}),
    piece("hidden-project", "project", {hidden = true, n = gen.pick{4, 11}, din = gen.pick{19, 40},
          dout = gen.pick{13, 30}}),
    prompt("no-picture", 12, 0, 0, {tags = EDGE}),
    prompt("one-picture", 20, 1, 30),
    prompt("three-pictures", 40, 3, 70),
    prompt("side-by-side", 9, 3, 20, {together = 1, tags = EDGE}),
    prompt("nothing-but-a-picture", 1, 1, 16, {tags = EDGE}),
    prompt("room-to-spare", 15, 2, 25, {cap = 60}),
    prompt("one-row-too-many", 15, 2, 25, {cap = 37, tags = EDGE}),
    prompt("mark-missing", 15, 2, 25, {wrong = 1, cap = 60, tags = EDGE}),
    prompt("mark-too-many", 15, 2, 25, {wrong = 2, cap = 60, tags = EDGE}),
    prompt("no-such-id", 15, 2, 25, {wrong = 3, cap = 60, tags = EDGE}),
    prompt("negative-id", 15, 2, 25, {wrong = 4, cap = 60, tags = EDGE}),
    prompt("wrong-and-too-long", 15, 2, 25, {wrong = 4, cap = 30, tags = EDGE}),
    piece("ways-in", "xattn", {n = 40}),
    prompt("hidden-pictures", 33, 2, 48, {hidden = true}),
    piece("hidden-ways-in", "xattn", {hidden = true, n = gen.pick{25, 60}}),
    serve("one-alone", FCFS, 1, {pictured = 100, tags = EDGE}),
    serve("text-only", FCFS, 30, {pictured = 0, rate = 60}),
    serve("pictures-only", FCFS, 30, {pictured = 100}),
    serve("mixed", FCFS, 80, {rate = 25}),
    serve("all-at-once", FCFS, 40, {rate = 0}),
    serve("small-pool", FCFS, 40, {pool = 4000, rate = 30}),
    serve("never-fits", FCFS, 30, {pool = 5000, big_every = 4, tags = EDGE}),
    serve("to-the-token", FCFS, 12, {rate = 0, text = 64, tiles = 1, max_new = 32, pool = 4*672, max_tokens = 2*640,
          tags = EDGE, note = "two prompts fill a pass, four requests the pool"}),
    serve("one-fills-it", FCFS, 3, {rate = 0, text = 64, tiles = 1, max_new = 32, pool = 672, tags = EDGE}),
    serve("batch-of-2", FCFS, 25, {max_batch = 2, tags = EDGE}),
    serve("one-by-one", FCFS, 25, {max_tokens = 1, max_tiles = 1, tags = EDGE}),
    serve("gaps", FCFS, 15, {rate = 1.5}),
    serve("hidden-mix", FCFS, 70, {hidden = true, rate = gen.pick{10, 20, 40}, max_tiles = gen.pick{3, 6, 20},
          max_tokens = gen.pick{700, 3000}, max_batch = gen.pick{5, 20}, pictured = gen.pick{30, 80}}),
    serve("your-own", OWN, 60, {rate = 25}),
    serve("your-own-small-pool", OWN, 40, {pool = 4000, rate = 30, big_every = 9}),
    piece("megapixels", "patchify", {H = 700, W = 1001, p = 14, D = 8, tags = {"gate"}}),
    users("users-text", 0),
    users("users-fixed", 1),
    users("users-anyres", 5),
    snapshot("eight", {tags = {"gate"}}),
    snapshot("eight-tight", {ttft_ms = 30, spread = 10, tags = {"gate"}}),
    snapshot("eight-pictures", {pictured = 100, ttft_ms = 80, spread = 8, tags = {"gate"}}),
    serve("trace", OWN, TRACE.n, {rate = TRACE.rate, pictured = TRACE.pictured, pool = 110000, max_batch = 64,
          max_new = 200, ttft_ms = TRACE.ttft_ms, spread = TRACE.spread, tpot = TRACE.pace_ms*10^9, log_cap = 60000,
          tags = {"gate", "bench"}}),
    piece("embed", "patchify", {H = 336, W = 336, p = 14, D = 128, tags = {"bench"}}),
  },
}
