-- Week 24: the same samples in the same order, however many machines there are.
return week {
  n = 24, part = 3, title = "Data pipelines for pretraining", seeds = {"S003-W24"},

  summary = [[A loader has two duties: never let the GPU wait, and always be able to say which
    sample comes next. The first is arithmetic that you learn to do for text, pictures and video;
    the second is a matter of design, and most home-made loaders get it wrong. You build one whose
    order depends on the seed alone, that resumes in the middle of an epoch on another number of
    ranks, and finds near-duplicates with hashes.]],

  concepts = {
    {id = "bottleneck", title = "Is the loader the bottleneck?", seed = "S003-W24-C1",
     text = [[Work out what the GPU consumes. A 7B model at {{= pct(f.mfu,0)}} utilisation on an
       H200 takes {{= n(f.tok_s,0)}} tokens a second, {{= n(f.tok_s*2/1e3,1)}} kB/s of token ids:
       text never limits. {{= n(f.img_s)}} pictures a second of {{= n(f.img_kB)}} kB are
       {{= si(f.img_s*f.img_kB*1e3,"B/s")}} from storage, and decoding them is many cores' work.
       Workers prefetch into a queue; the queue's fill level over time tells which side is slow,
       better than any profile.]]},
    {id = "webdataset", title = "Shards in tar files", seed = "S003-W24-C2",
     text = [[WebDataset stores samples one after the other in tar files of some hundred
       megabytes; the members of a sample share a name and differ in extension. Reading is
       sequential, which object stores and disks like, and needs no index. Shuffling happens at
       two levels, the order of shards and a buffer of samples, so it is approximate. Random
       access does not exist, and resuming means knowing shard and position.]]},
    {id = "mds", title = "Deterministic streaming", seed = "S003-W24-C3",
     text = [[MosaicML's format adds an index to each shard, so every sample has a global number
       and can be fetched by itself. The order is computed from seed and epoch for a fixed
       canonical number of nodes and then dealt out to however many exist; the sequence of global
       batches is the same on eight GPUs and on sixty-four. Resuming needs only the epoch and the
       number of samples consumed. Shards are fetched ahead from any cloud store and kept in a
       local cache.]]},
    {id = "dali", title = "Preprocessing on the GPU", seed = "S003-W24-C4",
     text = [[DALI runs the input pipeline as a graph of operators on the GPU, with the JPEG and
       video engines of the chip doing the decoding. It pays where the CPU cores per GPU are few
       and the samples are compressed pictures or video. It takes memory and some SM time from
       training. For tokenised text there is nothing for it to do.]]},
    {id = "tokens", title = "Tokenise once, map the file", seed = "S003-W24-C5",
     text = [[Tokenisation is slow and always gives the same result, so do it once and store
       arrays of ids: two bytes each if the vocabulary has at most {{= n(f.u16)}} entries, so
       {{= n(f.corpus/1e12,1)}} trillion tokens are {{= n(f.corpus*2/1e12,1)}} TB. A memory-mapped
       file needs no loading; a sample is a pointer and a length, pages come in as they are
       touched, and all workers share them in the page cache. Sequences are cut from one long
       stream with separators, so no padding is stored.]]},
    {id = "mixing", title = "Mixing sources", seed = "S003-W24-C6",
     text = [[A corpus is a weighted mixture; the weights decide how often each source is sampled,
       independent of its size. Then a small good source is repeated: at {{= pct(f.w,0)}} of
       {{= n(f.corpus/1e12,1)}} trillion tokens, one of {{= n(f.src/1e9)}} billion is seen
       {{= n(f.w*f.corpus/f.src,1)}} times. A few repetitions do little harm, many do. The draw of
       the source must come from the same counter-based generator as the order, or resuming
       changes the mixture.]]},
    {id = "quality", title = "Filtering and deduplication", seed = "S003-W24-C7",
     text = [[Rules remove the obvious (length, symbols, repetition, language, lists of harmful
       content), a small model's perplexity removes the unlikely. Near-duplicates are found by
       MinHash: the share of equal minima of many hash functions over a document's word groups
       estimates the Jaccard similarity. Split the signature into b bands of r values, and
       documents that agree in one band are compared; a pair of similarity J is caught with
       probability 1 − (1 − J^r)^b, a step near {{= n(f.thr,2)}} for {{= f.b}} bands of
       {{= f.r}}.]]},
  },

  later = {"dali"},

  readings = {
    {"mds", hours = 3, seed = "S003-W24-R1",
     look_for = [[What exactly is guaranteed when the number of nodes changes in mid-epoch, and
       which settings the guarantee depends on.]]},
    {"dali", hours = 3, seed = "S003-W24-R2",
     look_for = [[One image pipeline end to end: where data crosses from CPU to GPU, how deep the
       prefetch queues are, and what sharding over ranks looks like.]]},
    {"chinchilla", hours = 3, seed = "S003-W24-R3",
     look_for = [[The three ways in which the optimum is estimated, read as a data engineer: how
       many tokens must exist for the model that you can pay for?]]},
    {"llama1", hours = 2, seed = "S003-W24-R4",
     look_for = [[The table of sources with proportions and epochs. Compute for each how large it
       must be, and note which filters were applied to it.]]},
  },

  practice = {
    {seed = "S003-W24-HO", hours = 3,
     text = [[Build the streaming loader and measure samples per second for one to sixteen workers
       with a given cost per sample. Find the number that keeps one simulated GPU from waiting,
       compare it with your estimate, then kill the run, resume it on another number of ranks, and
       show that the sequence continues exactly.]]},
  },

  labs = {"w24-data-stream", "h08-unified-mem"},

  durable = {"Order as a pure function of seed and epoch",
             "Consumption rates before optimisation",
             "Banded MinHash"},
  ephemeral = {{"Formats and interfaces of the named loaders", as_of = "2026-01"},
               {"Mixtures of published models", as_of = "2023-02"}},

  facts = function(hw, models)
    local m = models.llama2_7b
    local N = m.L*(4*m.d^2 + 3*m.d*m.ff + 2*m.d) + 2*m.V*m.d + m.d
    local b, r = 20, 5
    return {
      N = N, mfu = .4, peak = hw.h200.bf16, tok_s = .4*hw.h200.bf16/(6*N),
      img_s = 2500, img_kB = 110, u16 = 65536, corpus = 1.4e12, src = 20e9, w = .04,
      b = b, r = r, thr = (1/b)^(1/r), need = 1024,
    }
  end,

  questions = {
    q.num{id = "tokens", unit = "tok/s", rtol = .01,
      ask = [[A model of {{= n(f.N)}} parameters trains on one H200 ({{= si(f.peak,"FLOP/s")}}) at
        {{= p.mfu}} % MFU. How many tokens a second does the loader have to deliver?]],
      vary = {mfu = {40, 30, 50}},
      answer = function(f, p) return p.mfu/100*f.peak/(6*f.N) end,
      wrong = {{value = function(f, p) return p.mfu/100*f.peak/(2*f.N) end,
                hint = "Training costs 6N a token."},
               {value = function(f) return f.peak/(6*f.N) end,
                hint = "Multiply with the utilisation."}},
      worked = [[{{= n(p.mfu/100*f.peak/(6*f.N),0)}} tokens, in two-byte ids
        {{= n(2*p.mfu/100*f.peak/(6*f.N)/1e3,1)}} kB/s. A floppy drive would do.]]},

    q.num{id = "images", unit = "GB/s", rtol = .01,
      ask = [[{{= n(p.s)}} pictures a second of {{= f.img_kB}} kB each. Bytes from storage?]],
      vary = {s = {2500, 1000, 6000}},
      answer = function(f, p) return p.s*f.img_kB*1e3/1e9 end,
      wrong = {{value = function(f, p) return 8*p.s*f.img_kB*1e3/1e9 end,
                hint = "Those are gigabits."}},
      worked = [[{{= si(p.s*f.img_kB*1e3,"B/s")}} for one node. Many nodes together need a
        parallel file system or local copies.]]},

    q.num{id = "workers", unit = "1", rtol = 0,
      ask = [[A worker needs {{= p.ms}} ms for a sample; the GPU takes {{= n(f.need)}} samples a
        second. How many workers at least?]],
      vary = {ms = {8, 5, 12}},
      answer = function(f, p) return math.ceil(f.need*p.ms/1e3) end,
      wrong = {{value = function(f, p) return f.need*p.ms//1e3 end,
                hint = "Rounded down they fall behind a little, all the time. Round up."}},
      worked = [[{{= n(f.need)}} · {{= p.ms}} ms = {{= n(f.need*p.ms/1e3,2)}} seconds of work
        every second. Add slack for uneven samples.]]},

    q.num{id = "storage", unit = "TB", rtol = .01,
      ask = [[{{= n(f.corpus/1e12,1)}} trillion token ids in {{= p.b}} bytes each. How large is
        the corpus on disk?]],
      vary = {b = {2, 4}},
      answer = function(f, p) return p.b*f.corpus/1e12 end,
      wrong = {{value = function(f, p) return 8*p.b*f.corpus/1e12 end,
                hint = "Bytes, not bits."}},
      worked = [[{{= n(p.b*f.corpus/1e12,1)}} TB. Two bytes suffice up to a vocabulary of
        {{= n(f.u16)}}; larger ones need four, or a packed format.]]},

    q.num{id = "lsh", unit = "%", rtol = .02,
      ask = [[MinHash with {{= f.b}} bands of {{= f.r}} values: with what probability does a pair
        of Jaccard similarity {{= p.J}} become a candidate?]],
      vary = {J = {.5, .8, .3}},
      answer = function(f, p) return 100*(1 - (1 - p.J^f.r)^f.b) end,
      wrong = {{value = function(f, p) return 100*p.J^f.r end,
                hint = "That is one band. Any of them may match."},
               {value = function(f, p) return 100*(1 - (1 - p.J^f.b)^f.r) end,
                hint = "Bands and rows are swapped."}},
      worked = [[One band matches with {{= n(p.J^f.r,4)}}; none of {{= f.b}} does with
        {{= n((1-p.J^f.r)^f.b,4)}}. The curve is steep around {{= n(f.thr,2)}}.]]},

    q.num{id = "epochs", unit = "x", rtol = .01,
      ask = [[A source of {{= n(p.G)}} billion tokens gets {{= pct(f.w,0)}} of a run of
        {{= n(f.corpus/1e12,1)}} trillion. How often is it seen?]],
      vary = {G = {20, 5, 80}},
      answer = function(f, p) return f.w*f.corpus/(p.G*1e9) end,
      wrong = {{value = function(f, p) return f.corpus/(p.G*1e9) end,
                hint = "Only its share of the run is drawn from it."}},
      worked = [[{{= n(f.w*f.corpus/1e9)}} billion draws from {{= n(p.G)}} billion tokens.]]},

    q.choice{id = "order",
      ask = [[A loader seeds its shuffle with seed + rank. What goes wrong?]],
      options = {"Nothing",
                 [[The global order depends on the number of ranks, so a run cannot be continued
                   on another number]],
                 "Ranks see the same samples",
                 "Shuffling is too weak"},
      answer = 2,
      worked = [[The order has to be a function of seed and epoch for the whole data set, and only
        then be dealt out to ranks. Otherwise changing the machine changes the experiment.]]},

    q.choice{id = "resume",
      ask = [[What must be stored to resume in mid-epoch without replaying from the start?]],
      options = {"Nothing, the seed is enough",
                 "Epoch and number of samples consumed",
                 "The order of the whole epoch",
                 "The contents of the shuffle buffer"},
      answer = 2,
      worked = [[If order is computed by a counter-based generator, any position can be reached
        directly. Skipping samples from the beginning gives the same result and takes hours.]]},
  },
}
