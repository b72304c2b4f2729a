return week {
  n = 42, part = 5, title = "Video and audio", seeds = {"S003-W42"},
  summary = [[Pixels and samples become tokens, and then everything you know about tokens applies,
only with numbers that are one or two orders of magnitude larger. This week you count them: for
images by patch, for video by frame or tubelet, for audio by hop. You write the tokenisers, the
factored attention and a streaming spectrogram that equals the offline one bit for bit, and close
Part V with the choice between attention and a state that you can now argue from measurements.]],
  concepts = {
    {id = "vit-flops", title = "Resolution is sequence length", seed = "S003-W42-C1", text = [[
A ViT cuts H × W pixels into patches of p × p, so tokens grow with the area: {{= f.vit336 }} for
{{= f.res }} pixels at p = {{= f.vp }}, four times that when both sides double. Linear layers grow
with the tokens, attention with their square, sixteen times. At usual sizes the linear layers
still dominate, so doubling the side costs between four and sixteen times, closer to four until
the images get large.]]},
    {id = "image-tokens", title = "Continuous patches or discrete codes", seed = "S003-W42-C2",
      text = [[
A language model that only reads images is fed continuous patch embeddings: nothing is rounded
away, and nothing can be generated. To write images as tokens one needs a vocabulary: a VQ
autoencoder maps each latent to its nearest codebook entry, and sequence length becomes the lever.
A grid of {{= f.vq_side }} × {{= f.vq_side }} codes is {{= f.vq_grid }} tokens; TiTok compresses
an image of {{= f.vq_px }} pixels a side into {{= f.titok }} one-dimensional tokens by dropping
the grid, {{= n(f.vq_grid/f.titok) }} times fewer, with the decoder doing the remaining work.]]},
    {id = "video", title = "Attention over space and time", seed = "S003-W42-C3", text = [[
{{= f.frames }} frames of {{= f.grid }} × {{= f.grid }} patches are {{= n(f.tokens) }} tokens, and
full attention over them makes {{= n(f.pairs3d/1e6, 1) }} million pairs. Factored attention first
looks within each frame, then along time at each position, {{= n(f.pairs_fact/1e6, 2) }} million
pairs, {{= n(f.pairs3d/f.pairs_fact, 1) }} times fewer; what it cannot see in one layer is another
place at another time. Windows in time bound memory for long clips. Downstream the tokens all land
in a language model's cache: {{= f.frames }} frames of {{= f.vit336 }} tokens are
{{= n(f.kv_B/2^30) }} GiB in a 7B model with full multi-head attention.]]},
    {id = "tubelets", title = "Frames or tubelets", seed = "S003-W42-C4", text = [[
Treating frames as independent images is simple, batches perfectly and caches well, but no token
has seen motion until attention over time. A tubelet embeds t frames of one patch position
together, a three-dimensional convolution: tokens fall by t ({{= n(f.tokens/f.tube) }} for t =
{{= f.tube }}), attention by t², and each token carries a little motion. The price is a fixed
frame rate and latency: a tubelet cannot be embedded before its last frame has arrived.]]},
    {id = "audio", title = "Audio: hops, codes and causality", seed = "S003-W42-C5", text = [[
Whisper turns thirty seconds into {{= n(f.mel) }} spectrogram frames of ten milliseconds and a
strided convolution halves them to {{= n(f.whisper) }} encoder positions, always, because the
window is fixed. EnCodec emits {{= f.enc_rate }} frames a second with {{= f.enc_books }} codebooks
each, {{= n(f.enc_rate*f.enc_books) }} tokens a second, which is why its codebooks are predicted
in parallel or in a delayed pattern. Streaming adds causality: look-ahead, window and hop are a
latency that no hardware removes, and chunked processing must carry state so that its output
equals the offline one.]]},
    {id = "fusion", title = "How modalities meet", seed = "S003-W42-C6", text = [[
Projection is cheapest to build: map image tokens into the embedding space and put them in the
prompt, where they cost prefill and cache like any others. Cross-attention (Flamingo) keeps them
out of the sequence: text layers read them through extra layers whose keys and values are computed
once. A Q-Former (BLIP-2) compresses any number of image tokens into a few learned queries,
{{= f.qformer }} in the paper, before the language model sees them. Choose by where your budget
is: prompt length, extra layers, or detail.]]},
  },

  readings = {
    {"vit", hours = 2, seed = "S003-W42-R1", look_for = [[The accuracy-against-compute figure and
the hybrid with a convolutional stem; compute the token count of each configuration.]]},
    {"titok", hours = 2, seed = "S003-W42-R2", look_for = [[What the one-dimensional tokens
encode, and the speed comparison against two-dimensional tokenisers at equal quality.]]},
    {"bsq", hours = 2, seed = "S003-W42-R3", look_for = [[How quantising to a binary sphere avoids
a codebook search, and how variable-length video is handled causally.]]},
    {"vitedge", hours = 3, seed = "S003-W42-R4", look_for = [[Which compression methods from weeks
31 and 32 change for vision, and which figures are measured on a device rather than counted.]]},
  },

  practice = {
    {hours = 3, seed = "S003-W42-HO", text = [[In `w42-video-tokens`, write the tubelet embedding,
factored attention, the VQ search and the log-mel front end. Split one request's time into
tokenisation, prefill and decode, then double the clip's length and its resolution in turn.]]},
    {hours = 1, seed = "S003-W42-HO", text = [[Streaming check: cut the audio at arbitrary points
and require the chunked output to equal the offline output exactly. Report the latency budget in
samples: window, hop, look-ahead.]]},
  },

  milestone = {seed = "S003-W42-MS", text = [[Part V: benchmark week 37's chunked scan end to end
against week 4's flash attention from 2K to 256K tokens: throughput, memory, and recall on
synthlang with two models trained at equal size. (Flash attention is exact, so quality differences
belong to the *architectures*, and need trained models.) Write one page: which would you choose
for which use, and at what length does the choice flip?]]},

  labs = {"w42-video-tokens"},
  durable = {"tokens from geometry", "factored attention and what it cannot see",
    "chunked equals offline", "where fused modalities spend memory"},
  ephemeral = {{"TiTok's 32 tokens an image", as_of = "2024-06"},
    {"Whisper's fixed thirty-second window", as_of = "2026-03"}},

  facts = function(hw)
    local frames, res2, p2 = 32, 224, 16
    local grid = res2 // p2
    local sp = grid * grid
    local vit336 = (336 // 14) ^ 2 // 1
    local Q, N, P = 256, 128, 64
    local layers, H = 64, 80
    return {
      frames = frames, res2 = res2, p2 = p2, grid = grid, sp = sp, tokens = frames * sp,
      pairs3d = (frames * sp) ^ 2, pairs_fact = frames * sp * sp + sp * frames * frames,
      res = 336, vp = 14, vit336 = math.tointeger(vit336), kv_tok = 524288,
      kv_B = frames * vit336 * 524288, tube = 2, vq_side = 16, vq_px = 256, vq_grid = 16 * 16,
        titok = 32,
      mel = 30 * 100, whisper = 30 * 100 // 2, enc_rate = 75, enc_books = 8, qformer = 32,
      scan_flop = 2 * Q * N + 2 * Q * P + 4 * N * P, P = P,
      state_B = 2 * layers * H * P * N, kvt = 2 * 32 * 2560 * 2,
    }
  end,

  questions = {
    q.num {id = "video-tokens", unit = "tok", vary = {T = {32, 16, 64}},
      ask = [[{{= p.T }} frames of {{= f.res2 }} × {{= f.res2 }} pixels, patches of {{= f.p2 }} ×
{{= f.p2 }}, every frame on its own. How many tokens?]],
      answer = function(f, p) return p.T * f.sp end,
      wrong = {
        {value = function(f, p) return p.T * f.grid end,
          hint = "Patches fill a grid: square the side."},
        {value = function(f, p) return p.T * f.sp / f.tube end,
          hint = "That is with tubelets of two frames."},
      },
      worked = [[({{= f.res2 }}/{{= f.p2 }})² = {{= f.sp }} patches a frame × {{= p.T }} =
{{= n(p.T*f.sp) }}.]]},

    q.num {id = "factored", unit = "x", rtol = 0.02, vary = {T = {32, 16, 64}},
      ask = [[For that clip of {{= p.T }} frames with {{= f.sp }} patches each: how many times
fewer query–key pairs does factored attention (space, then time) make than full attention?]],
      answer = function(f, p)
        return (p.T * f.sp) ^ 2 / (p.T * f.sp ^ 2 + f.sp * p.T ^ 2)
      end,
      wrong = {
        {value = function(f, p) return (p.T * f.sp) ^ 2 / (p.T * f.sp ^ 2) end,
          hint = "Attention along time costs as well."},
        {value = function(f, p) return f.sp end,
          hint = "Count both parts: T·S² within frames and S·T² along time."},
      },
      worked = [[{{= n((p.T*f.sp)^2) }} / ({{= p.T }}·{{= f.sp }}² + {{= f.sp }}·{{= p.T }}²) =
{{= n((p.T*f.sp)^2/(p.T*f.sp^2+f.sp*p.T^2), 1) }}.]]},

    q.num {id = "vit-scale", unit = "x", vary = {k = {2, 3}},
      ask = [[Both sides of an image become {{= p.k }} times as long. By what factor do the
attention FLOP of the ViT grow?]],
      answer = function(f, p) return p.k ^ 4 end,
      wrong = {{value = function(f, p) return p.k ^ 2 end,
        hint = "That is the token count; attention goes with its square."}},
      worked = [[Tokens ×{{= n(p.k^2) }}, pairs ×{{= n(p.k^4) }}; the linear layers grow only
×{{= n(p.k^2) }}.]]},

    q.num {id = "video-kv", unit = "GiB", vary = {T = {32, 64, 8}},
      ask = [[{{= p.T }} frames of {{= f.vit336 }} tokens in a 7B model with full multi-head
attention ({{= n(f.kv_tok) }} B of cache a token): how much cache before the question is asked?]],
      answer = function(f, p) return p.T * f.vit336 * f.kv_tok / 2 ^ 30 end,
      wrong = {
        {value = function(f, p) return f.vit336 * f.kv_tok / 2 ^ 30 end,
          hint = "All frames are in the prompt."},
        {value = function(f, p) return p.T * f.sp * f.kv_tok / 2 ^ 30 end,
          hint = "This encoder works at 336 pixels with 14-pixel patches."},
      },
      worked = [[{{= p.T }}·{{= f.vit336 }} = {{= n(p.T*f.vit336) }} tokens × {{= n(f.kv_tok) }} B
= {{= n(p.T*f.vit336*f.kv_tok/2^30, 2) }} GiB.]]},

    q.table {id = "audio-rates", unit = "1", rtol = 0.001,
      ask = [[Positions or tokens produced by {{= p.s }} seconds of audio, of which the Whisper encoder
takes thirty at a time.]],
      vary = {s = {60, 90, 120, 150}},
      rows = {"Whisper encoder (10 ms frames, one convolution of stride 2)",
        "EnCodec (75 frames a second, 8 codebooks)"},
      columns = {"count"},
      answer = function(f, p) return {{p.s / 30 * f.whisper}, {p.s * f.enc_rate * f.enc_books}} end,
      worked = [[{{= p.s }} s × 100 frames / 2 = {{= n(p.s/30*f.whisper) }}.
{{= p.s }}·{{= f.enc_rate }}·{{= f.enc_books }} = {{= n(p.s*f.enc_rate*f.enc_books) }}.]]},

    q.num {id = "ms-flop", unit = "x", seed = "S003-W42-MS", vary = {S = {262144, 32768, 2048}},
      ask = [[Part V benchmark at {{= n(p.S) }} tokens: causal attention does 2·P·S FLOP a token
and head (P = {{= f.P }}), the chunked scan {{= n(f.scan_flop) }}. How many times more does
attention do?]],
      answer = function(f, p) return 2 * f.P * p.S / f.scan_flop end,
      wrong = {
        {value = function(f, p) return 4 * f.P * p.S / f.scan_flop end,
          hint = "Causal: half of the pairs."},
        {value = function(f, p) return p.S / f.P end,
          hint = "The scan does not cost P FLOP a token; use the figure given."},
      },
      worked = [[2·{{= f.P }}·{{= n(p.S) }} / {{= n(f.scan_flop) }} =
{{= n(2*f.P*p.S/f.scan_flop) }}. Time follows only as far as both kernels reach the same share of
peak: measure that share.]]},

    q.num {id = "ms-memory", unit = "x", seed = "S003-W42-MS", vary = {S = {262144, 65536, 2048}},
      ask = [[Memory of one sequence of {{= n(p.S) }} tokens: {{= n(f.kvt) }} B of cache a token
against a state of {{= n(f.state_B/1e6, 1) }} MB. How many times larger is the cache?]],
      answer = function(f, p) return f.kvt * p.S / f.state_B end,
      wrong = {{value = function(f, p) return f.kvt * p.S / f.state_B / 2 end,
        hint = "The state figure is already in bytes."}},
      worked = [[{{= n(f.kvt*p.S/1e9, 2) }} GB / {{= n(f.state_B/1e6, 1) }} MB =
{{= n(f.kvt*p.S/f.state_B) }}.]]},

    q.choice {id = "ms-quality",
      ask = "\"Compare the quality of Mamba-2 with FlashAttention-2.\" What has to be compared?",
      options = {
        "the numerical error of the two kernels",
        "two models of equal size trained on the same data, one of each architecture",
        "one trained transformer with its attention replaced by the scan",
        "perplexity of FlashAttention-2 against standard attention"},
      answer = 2,
      worked = [[FlashAttention-2 computes exact attention; it has no quality of its own.
Architectures have, and only training shows it.]]},

    q.text {id = "ms-page", min_words = 120,
      ask = [[Write the page: which architecture for which use, with the lengths at which your
choice flips.]],
      rubric = {
        "throughput, memory and recall figures from your own runs at three lengths at least",
        "a use where exact recall decides for attention",
        "a use where constant memory decides for the state",
        "a hybrid considered and accepted or rejected with a reason",
        "crossovers predicted and measured, with the gap explained"}},
  },
}
