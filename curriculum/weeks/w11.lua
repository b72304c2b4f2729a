-- Week 11: pictures become tokens, and tokens cost what tokens cost.
return week {
  n = 11, part = 1, title = "Serving vision-language models", seeds = {"S003-W11"},

  summary = [[To the language model a picture is a long prompt that arrives already embedded. You
    learn where the tokens come from, how their number follows from resolution and patch size, and
    what they do to prefill, cache and scheduling. At the end you can plan a mixed load of
    pictures and text, and say whether the encoder or the decoder will be the bottleneck.]],

  concepts = {
    {id = "anatomy", title = "Encoder, projector, decoder", seed = "S003-W11-C1",
     text = [[A vision transformer cuts the image into patches, multiplies each with one matrix (a
       convolution whose stride is its width) and runs some dozens of layers without a causal
       mask. A projector, in LLaVA-1.5 two linear layers with a GELU between them, maps each patch
       vector to the width of the language model. The decoder then treats them as embeddings.
       Nearly all parameters, and nearly all of the FLOP, sit in the decoder: the encoder takes
       {{= pct(f.vit/(f.vit+f.llm))}} of the FLOP of encoder and prefill together, for an image
       with a {{= f.text}}-token question.]]},
    {id = "virtual", title = "Image tokens in the prompt", seed = "S003-W11-C2",
     text = [[The prompt has a marker where the picture goes. Before prefill it is replaced by as
       many positions as the picture has tokens, and their embeddings come from the projector
       instead of the table. From there on nothing distinguishes them: they take positions, are
       attended to, are cached. A server has to know their number before it has run the encoder,
       since admission and block allocation depend on it.]]},
    {id = "resolution", title = "Resolution and token count", seed = "S003-W11-C3",
     text = [[Tokens are (height/patch) × (width/patch): {{= f.side}} pixels and patches of
       {{= f.patch}} make {{= n(f.img)}}. Twice the side is four times the tokens, and sixteen
       times the score matrix in the encoder. LLaVA-1.5 resizes every picture to {{= f.side}}
       first, so a larger picture costs nothing more and shows nothing more. Any-resolution models
       cut the picture into tiles and add a thumbnail, up to {{= n(f.anyres)}} tokens in
       LLaVA-NeXT.]]},
    {id = "regimes", title = "Two regimes", seed = "S003-W11-C4",
     text = [[Short answers about many pictures are encoder and prefill work: large matmuls,
       compute-bound, batching by image size. Long answers about few pictures are decode work:
       bound by bytes, with a cache that the pictures have made longer. A server that runs both in
       one loop lets an encoder batch delay everybody's next token. Hence separate queues, or a
       separate pool of encoders, and a cache of embeddings for pictures that come again.]]},
    {id = "xattn", title = "Cross-attention or concatenation", seed = "S003-W11-C5",
     text = [[Flamingo leaves the text sequence alone: a resampler condenses a picture to
       {{= f.latents}} vectors, and new cross-attention layers between the old ones read them. The
       text cache stays short and the visual keys are fixed once computed; the price is new
       layers, that have to be trained and that run at each step. LLaVA concatenates: no new kinds
       of layer, full attention between text and patches, and every patch in the cache of every
       layer.]]},
    {id = "kv", title = "What it does to the cache", seed = "S003-W11-C6",
     text = [[A cached token costs the same whatever it shows. With plain multi-head attention in
       a 7B decoder it is {{= n(f.kv_tok/1024)}} KiB, so one picture occupies
       {{= n(f.img*f.kv_tok/2^20,0)}} MiB before a word is said, as much as {{= n(f.img/f.text)}}
       questions of {{= f.text}} tokens. All capacity planning of week 6 holds with the effective
       context in place of the text. Prefix caching helps only if the hash covers the picture's
       content, not just its marker.]]},
  },

  readings = {
    {"clip", hours = 1.5, seed = "S003-W11-R1",
     look_for = [[The contrastive loss and its batch size: why it needs so large a batch, and
       which part of the trained model a vision-language model keeps.]]},
    {"llava", hours = 1.5, seed = "S003-W11-R2",
     look_for = [[Which of the three parts is trained in each of the two stages, and which layer
       of the encoder the features are taken from.]]},
    {"llava15", hours = 1, seed = "S003-W11-R3",
     look_for = [[What was changed: resolution, projector, data. Compute the token count before
       and after and the cost of the difference in prefill.]]},
    {"flamingo", hours = 1, seed = "S003-W11-R4",
     look_for = [[Section 3: the resampler and the gated cross-attention. Count the cached vectors
       per picture and compare with concatenation.]]},
    {"vllmmm", hours = 1, seed = "S003-W11-R5",
     look_for = [[How the server learns the number of image tokens before it has encoded anything,
       and what the limits on pictures per prompt protect.]]},
  },

  practice = {
    {seed = "S003-W11-HO", hours = 4,
     text = [[In the lab's virtual clock, serve the shape of LLaVA-1.5-7B and split the latency of
       a request into encoder and prefill. Then double the side of the picture under two policies,
       resizing to a fixed size and tiling at any resolution, and report tokens, latency and cache
       bytes for both. Only one of the two shows an effect.]]},
  },

  milestone = {seed = "S003-W11-MS",
    text = [[A 336 × 336 picture becomes 576 tokens. Sixteen users of LLaVA-1.5-7B each send one
      picture and a question of 64 tokens. Give the number of tokens to prefill and the bytes of
      the KV cache after it, and compare both with the same questions without pictures.]]},

  labs = {"w11-vlm-serving"},

  durable = {"Token count from resolution and patch size",
             "Pictures as long prompts in capacity planning",
             "Concatenation against cross-attention"},
  ephemeral = {{"LLaVA's resolution policies", as_of = "2024-01"},
               {"Multimodal options of vLLM", as_of = "2026-01"}},

  facts = function(hw, models)
    local side, patch, text, users = 336, 14, 64, 16
    local img = (side//patch)^2
    local m = models.llama2_7b                    -- Vicuna-7B has the same shape
    local d, L = m.d, m.L
    local mm = L*(4*d*d + 3*d*m.ff) + m.V*d
    local vd, vL = 1024, 24                                     -- ViT-L
    local vT = img + 1                                          -- and its class token
    local function decoder(words)
      local t = img + words
      return 2*mm*t + 4*L*d*t*(t + 1)/2
    end
    return {
      side = side, patch = patch, text = text, users = users, img = img, latents = 64,
      kv_tok = 2*L*d*2, anyres = img + (2*side//patch)^2,
      vit = 2*vL*12*vd^2*vT + 4*vT^2*vd*vL, llm = decoder(text), decoder = decoder,
    }
  end,

  questions = {
    q.num{id = "tokens", unit = "tok", rtol = 0,
      ask = [[How many patches of {{= f.patch}} × {{= f.patch}} does a picture of {{= p.s}} ×
        {{= p.s}} pixels have?]],
      vary = {s = {336, 672, 224}},
      answer = function(f, p) return (p.s//f.patch)^2 end,
      wrong = {{value = function(f, p) return p.s//f.patch end,
                hint = "That is one row of them."}},
      worked = [[{{= n(p.s/f.patch)}} in each direction, {{= n((p.s/f.patch)^2)}} in all.]]},

    q.num{id = "prefill", seed = "S003-W11-MS", unit = "tok", rtol = .001,
      ask = [[{{= p.users}} users, each with a picture of {{= n(f.img)}} tokens and a question of
        {{= f.text}}. Tokens to prefill (leave out the chat template)?]],
      vary = {users = {8, 24, 32, 48}},
      answer = function(f, p) return p.users*(f.img + f.text) end,
      wrong = {{value = function(f, p) return p.users*f.text end,
                hint = "Image tokens are prefilled too."},
               {value = function(f, p) return f.img + p.users*f.text end,
                hint = "Each user brings a picture of their own."}},
      worked = [[{{= p.users}} · ({{= n(f.img)}} + {{= f.text}}) =
        {{= n(p.users*(f.img+f.text))}}, {{= n((f.img+f.text)/f.text)}} times the text alone. A
        real template adds some dozens of tokens for each user.]]},

    q.num{id = "kv", seed = "S003-W11-MS", unit = "GiB", rtol = .005,
      ask = [[The fp16 KV cache after such a prefill for {{= p.users}} users ({{= n(f.img)}} + {{= f.text}} tokens
        each), at {{= n(f.kv_tok)}}
        bytes a token?]],
      vary = {users = {8, 24, 32, 48}},
      answer = function(f, p) return p.users*(f.img + f.text)*f.kv_tok/2^30 end,
      wrong = {{value = function(f, p) return p.users*f.text*f.kv_tok/2^30 end,
                hint = "That is the text-only baseline."},
               {value = function(f, p) return p.users*(f.img + f.text)*f.kv_tok/2^31 end,
                hint = "The figure per token already holds keys and values; do not halve it."}},
      worked = [[{{= n(p.users*(f.img+f.text)*f.kv_tok)}} bytes,
        {{= gib(p.users*(f.img+f.text)*f.kv_tok)}}, against {{= gib(p.users*f.text*f.kv_tok)}}
        without pictures.]]},

    q.num{id = "share", unit = "%", rtol = .02,
      ask = [[The encoder does {{= si(f.vit,"FLOP")}} for a picture, the decoder
        {{= si(f.decoder(p.text),"FLOP")}} for its prefill with a
        question of {{= n(p.text)}} tokens. The encoder's share of the
        FLOP?]],
      vary = {text = {256, 512, 1024}},
      answer = function(f, p) return 100*f.vit/(f.vit + f.decoder(p.text)) end,
      wrong = {{value = function(f, p) return 100*(1 - f.vit/(f.vit + f.decoder(p.text))) end,
                hint = "That is the decoder's share."}},
      worked = [[{{= pct(f.vit/(f.vit+f.decoder(p.text)))}}. The encoder has a twentieth of the parameters;
        what makes it matter in practice is latency and scheduling, not FLOP.]]},

    q.choice{id = "double",
      ask = [[You send LLaVA-1.5 pictures of twice the side. What happens to prefill time and
        cache?]],
      options = {"Both grow four times",
                 "Both double",
                 "Nothing: every picture is resized to a fixed number of pixels first",
                 "Only the cache grows"},
      answer = 3,
      worked = [[The encoder sees {{= f.side}} × {{= f.side}} whatever arrives, hence
        {{= n(f.img)}} tokens. A model with tiles at any resolution would show the effect, up to
        {{= n(f.anyres)}} tokens.]]},

    q.num{id = "scores", unit = "x", rtol = .01,
      ask = [[At any resolution, the side of a picture grows by a factor of {{= p.k}}. By which
        factor does the score matrix of one encoder head grow (no class token)?]],
      vary = {k = {2, 3}},
      answer = function(f, p) return p.k^4 end,
      wrong = {{value = function(f, p) return p.k^2 end,
                hint = "That is the number of tokens. Scores are tokens squared."}},
      worked = [[Tokens grow with the area, {{= n(p.k^2)}} times, and scores with their square:
        {{= n(p.k^4)}}.]]},
  },
}
