-- w33-tree-spec: trees of guesses, judged in one pass, by the target's law; what stays in the cache.

local STAGES = {bronze = .35, silver = .65, gold = .90}
local YIELD = {bronze = .85, silver = .95, gold = .99}
local ANY, EQUAL, DISJOINT, GREEDY, HOLES, PEAKED, SURE, ROUNDED = 0, 2, 3, 4, 5, 6, 7, 8
local FIXED, WITH, WITHOUT = 0, 1, 2
local DEPTH = {[0] = 0, 1, 2, 3, 1, 1, 2, 3, 2, 1} -- of the shapes in labs/w33-tree-spec/toy.h
local ALONE, CHAIN1, CHAIN2, CHAIN3, TWO, THREE, FULL, UNEVEN, SUBTREES, FOUR = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
local ROUNDS, VOCAB, DRAFTS = 20000, 32768, 8192
local MICROLM = {d = 256, L = 4, H = 8, Hkv = 2, hd = 32, ff = 768, V = 256}
local SMALL = {d = 64, L = 2, H = 2, Hkv = 1, hd = 32, ff = 192, V = 256}
local EDGE, HIDDEN = {tags = {"edge"}}, {hidden = true}

local function make(calls, id, fields, more)
  fields.id, fields.calls = id, {calls}
  for k, v in pairs(more or {}) do fields[k] = v end
  return fields
end

-- How many sequences of 0..n tokens there are.
local function sequences(V, n)
  local sum = 0
  for k = 0, n do sum = sum + V^k end
  return math.tointeger(sum)
end

-- A small tree whose exact law is computed; `rows` says how the two models differ.
local function law(id, V, shape, how, rows, more)
  local D = DEPTH[shape]
  return make("law", id, {V = V, shape = shape, law = how, twins = 0, D = D, rows = rows, prefixes = sequences(V, D),
    seqs = sequences(V, D + 1)}, more)
end

local function weights(m) return m.V*m.d + m.L*(2*m.d*m.H*m.hd + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff + 2*m.d) + m.d end
local function one_layer(m)
  local cut = {}
  for k, v in pairs(m) do cut[k] = v end
  cut.L = 1
  return cut
end

-- microlm with its draft; or, small, the draft with its own first layer.
local function speaks(id, small, prompt, want, depth, width, total, more)
  return make("microlm", id, {small = small, prompt = prompt, want = want, depth = depth, width = width, total = total,
    block = 4, self = 0, sampled = 0, sharp = 4, nt = weights(small == 1 and SMALL or MICROLM),
    nd = weights(small == 1 and one_layer(SMALL) or SMALL)}, more)
end

local function layers(id, small, keep, n, more)
  return make("layers", id, {small = small, keep = keep, n = n, mode = 0, deep = 0,
    nl = weights(small == 1 and SMALL or MICROLM)}, more)
end

local function grows(id, V, R, depth, width, total, more)
  return make("eagle2", id, {V = V, R = R, depth = depth, width = width, total = total, repeats = 1, ties = 0,
    holes = 0}, more)
end

local function chats(id, V, rounds, depth, width, total, rows, more)
  return make("decode", id, {V = V, rounds = rounds, depth = depth, width = width, total = total, rows = rows,
    block = 5}, more)
end

local function commits(id, block, width, len, n, spread, slots, more)
  return make("commit", id, {block = block, width = width, len = len, n = n, spread = spread, slots = slots}, more)
end

local cases = {
  make("medusa", "two-two-one", {heads = 3, k = 5, widths = 221}, {note = "10 nodes below the root"}),
  make("medusa", "no-head", {heads = 0, k = 1, widths = 0}, EDGE),
  make("medusa", "single-file", {heads = 5, k = 3, widths = 11111}, EDGE),
  make("medusa", "too-many", {heads = 3, k = 4, widths = 444}, {tags = {"edge"}, note = "84 nodes, and room for 63"}),
  make("medusa", "most-heads", {heads = 8, k = 2, widths = 21111112}, EDGE),
  make("medusa", "hidden-product", {heads = 3, k = gen.pick{4, 7}, widths = gen.pick{321, 132, 213}}, HIDDEN),

  make("sparse", "twelve", {heads = 3, k = 4, budget = 12, mode = 0}),
  make("sparse", "sixty-three", {heads = 4, k = 10, budget = 63, mode = 0}, {note = "as Medusa ships it"}),
  make("sparse", "one-node", {heads = 3, k = 5, budget = 1, mode = 1}, EDGE),
  make("sparse", "no-node", {heads = 3, k = 5, budget = 0, mode = 0}, EDGE),
  make("sparse", "nobody-proposes", {heads = 0, k = 4, budget = 9, mode = 0}, EDGE),
  make("sparse", "unsorted", {heads = 3, k = 6, budget = 20, mode = 1}, {tags = {"edge"},
    note = "a head's best proposal is not its first"}),
  make("sparse", "never-right", {heads = 2, k = 3, budget = 20, mode = 2}, {tags = {"edge"},
    note = "fewer nodes are worth anything than there is room for"}),
  make("sparse", "billions", {heads = 8, k = 16, budget = 40, mode = 1}, {tags = {"edge"},
    note = "16 to the 8th paths"}),
  make("sparse", "forty-of-one", {heads = 1, k = 40, budget = 30, mode = 1}, {tags = {"edge"},
    note = "more children of one node than TREE_WIDTH: that bounds EAGLE's trees"}),
  make("sparse", "hidden-sparse", {heads = gen.pick{2, 4}, k = gen.pick{3, 8}, budget = gen.pick{7, 30},
    mode = gen.pick{0, 1, 2}}, HIDDEN),

  grows("no-level", 7, 5, 0, 3, 10, EDGE),
  grows("no-total", 7, 5, 3, 2, 0, EDGE),
  grows("one-at-a-time", 9, 12, 5, 1, 5, {tags = {"edge"}, note = "a chain"}),
  grows("small", 7, 16, 3, 2, 5),
  grows("ties", 9, 11, 4, 3, 12, {ties = 1, tags = {"edge"}, note = "equal tokens and equal nodes"}),
  grows("equal-products", 4, 11, 4, 4, 24, {ties = 2, tags = {"edge"}, note = "the same factors in another order"}),
  grows("dead-ends", 8, 13, 5, 4, 40, {holes = 8, tags = {"edge"}, note = "rows with one or two tokens"}),
  grows("room-to-spare", 3, 4, 2, 2, 60, {tags = {"edge"}, note = "fewer nodes than the budget"}),
  grows("paper", 64, 97, 6, 10, 59, {note = "depth 6, width 10, 60 tokens in a pass: the paper's"}),
  grows("most", 40, 64, 8, 16, 63, EDGE),
  grows("hidden-grows", gen.pick{12, 30}, 31, gen.pick{3, 5}, gen.pick{2, 5}, gen.pick{6, 17}, HIDDEN),

  make("shape", "root-alone", {n = 1, len = 0, mode = 0, deep = 1}, EDGE),
  make("shape", "chain", {n = 64, len = 5, mode = 1, deep = 1}, {tags = {"edge"},
    note = "64 nodes, each below the last"}),
  make("shape", "star", {n = 64, len = 900, mode = 2, deep = 1}, EDGE),
  make("shape", "bush", {n = 40, len = 1000, mode = 0, deep = 1}),
  make("shape", "far-children", {n = 64, len = 12, mode = 3, deep = 1}, {note = "siblings that are not neighbours"}),
  make("shape", "hidden-shape", {n = gen.pick{21, 50}, len = gen.pick{0, 77}, mode = gen.pick{0, 3}, deep = 1}, HIDDEN),

  law("no-guess", 5, ALONE, WITH, ANY, EDGE),
  law("chain-of-one", 4, CHAIN1, WITH, ANY, EDGE),
  law("chain-of-three", 4, CHAIN3, WITH, ANY, {note = "one child each: w05b's law and yield"}),
  law("chain-chosen", 5, CHAIN2, FIXED, ANY),
  law("two-with", 4, TWO, WITH, ANY), law("two-without", 4, TWO, WITHOUT, ANY), law("two-fixed", 4, TWO, FIXED, ANY),
  law("three-with", 4, THREE, WITH, ANY), law("three-without", 4, THREE, WITHOUT, ANY),
  law("three-fixed", 5, THREE, FIXED, ANY),
  law("four-without", 5, FOUR, WITHOUT, ANY), law("four-fixed", 4, FOUR, FIXED, ANY, {tags = {"edge"},
    note = "every token is a child"}),
  law("tree-with", 3, FULL, WITH, ANY), law("tree-without", 3, FULL, WITHOUT, ANY),
  law("tree-fixed", 4, FULL, FIXED, ANY),
  law("uneven-with", 3, UNEVEN, WITH, ANY), law("uneven-without", 3, UNEVEN, WITHOUT, ANY),
  law("subtrees-with", 3, SUBTREES, WITH, ANY, {note = "the second child comes after the first one's children"}),
  law("subtrees-fixed", 4, SUBTREES, FIXED, ANY),
  law("eleven-with", 11, TWO, WITH, ANY, {note = "more tokens than a vector has places, and a rest"}),
  law("nineteen-without", 19, TWO, WITHOUT, ANY), law("nineteen-fixed", 19, THREE, FIXED, ANY),
  law("equal-with", 4, TWO, WITH, EQUAL, EDGE), law("equal-without", 4, THREE, WITHOUT, EQUAL, EDGE),
  law("all-refused-with", 4, THREE, WITH, DISJOINT, {tags = {"edge"}, note = "nothing in common"}),
  law("all-refused-without", 4, TWO, WITHOUT, DISJOINT, EDGE), law("all-refused-fixed", 4, TWO, FIXED, DISJOINT, EDGE),
  law("greedy-with", 4, FULL, WITH, GREEDY, EDGE), law("greedy-without", 4, TWO, WITHOUT, GREEDY, EDGE),
  law("greedy-fixed", 4, FULL, FIXED, GREEDY, EDGE),
  law("zeros-with", 5, TWO, WITH, HOLES, EDGE), law("zeros-without", 5, THREE, WITHOUT, HOLES, EDGE),
  law("zeros-fixed", 5, THREE, FIXED, HOLES, EDGE),
  law("rounded-fixed", 4, FOUR, FIXED, ROUNDED, {tags = {"edge"},
    note = "every token is a child, and the row adds up to a little less than 1"}),
  law("rounded-below", 2, FULL, FIXED, ROUNDED, EDGE), law("rounded-with", 4, TWO, WITH, ROUNDED, EDGE),
  law("twins", 4, FOUR, FIXED, ANY, {twins = 1, tags = {"edge"}, note = "equal siblings"}),
  law("twins-below", 4, FULL, FIXED, ANY, {twins = 1, tags = {"edge"}, note = "equal siblings with children"}),
  law("hidden-law", 4, TWO, gen.pick{FIXED, WITH, WITHOUT}, gen.pick{ANY, EQUAL, PEAKED}, HIDDEN),

  make("wide", "wide-with", {V = 2000, n = 9, rounds = 60, law = WITH, mode = 0, deep = 0}),
  make("wide", "wide-without", {V = 2001, n = 9, rounds = 60, law = WITHOUT, mode = 0, deep = 0}),
  make("wide", "wider-without", {V = 9001, n = 9, rounds = 20, law = WITHOUT, mode = 0, deep = 0}),
  make("wide", "hidden-wide", {V = gen.pick{700, 1500}, n = gen.pick{7, 12}, rounds = 200, law = FIXED, mode = 0,
    deep = 0}, HIDDEN),
  make("wide", "vocabulary", {V = VOCAB, n = 13, rounds = 40, law = FIXED, mode = 3, deep = 0}, {tags = {"gate",
    "bench"}}),

  commits("root-only", 4, 3, 0, 1, 1, 30, {tags = {"edge"}, note = "everything refused: seven blocks go back"}),
  commits("in-order", 4, 6, 6, 5, 1, 20, {tags = {"edge"}, note = "a chain: nothing moves"}),
  commits("across-blocks", 3, 5, 7, 6, 4, 40),
  commits("exact-fit", 4, 2, 5, 3, 3, 21, {tags = {"edge"}, note = "the last block is full"}),
  commits("one-slot-a-block", 1, 3, 4, 4, 3, 20, EDGE),
  commits("nothing-to-return", 8, 3, 9, 4, 1, 14, EDGE),
  commits("longest", 16, 8, 100, 9, 6, 164),
  commits("hidden-commit", gen.pick{2, 5, 7}, 4, gen.pick{3, 20}, gen.pick{2, 6}, gen.pick{2, 5}, 56, HIDDEN),

  chats("no-tree", 5, 3000, 0, 2, 4, ANY, EDGE),
  chats("no-budget", 5, 3000, 3, 2, 0, ANY, EDGE),
  chats("nothing-in-common", 6, 4000, 3, 2, 6, DISJOINT, EDGE),
  chats("chat", 6, ROUNDS, 3, 2, 6, ANY),
  chats("chat-zeros", 6, ROUNDS, 3, 3, 9, HOLES, {block = 3}),
  chats("chat-greedy", 8, 2000, 6, 2, 12, GREEDY, {block = 2, tags = {"edge"}}),
  chats("chat-peaked", 5, ROUNDS, 3, 2, 5, PEAKED, {block = 4, note = "trees that depend on what was before the root"}),
  chats("deepest", 5, 500, 8, 1, 8, SURE, {tags = {"edge"}, note = "nine tokens in a round"}),
  chats("most-nodes", 8, 1500, 6, 8, 63, PEAKED, {block = 4, tags = {"edge"}, note = "64 tokens in a pass"}),
  chats("hidden-chat", gen.pick{5, 9}, 8000, gen.pick{2, 4}, gen.pick{2, 3}, gen.pick{5, 8}, gen.pick{ANY, PEAKED},
    {hidden = true, block = gen.pick{3, 4}}),
  chats("peaked", 8, ROUNDS, 4, 3, 10, PEAKED, {tags = {"gate"}, block = 4}),

  make("skip", "one-layer", {L = 1, K = 4, flat = 0, sets = 2}, EDGE),
  make("skip", "four-layers", {L = 4, K = 3, flat = 0, sets = 16}),
  make("skip", "free-layers", {L = 8, K = 4, flat = 1, sets = 256}, {tags = {"edge"}, note = "some layers do nothing"}),
  make("skip", "all-alike", {L = 6, K = 3, flat = 2, sets = 64}, {tags = {"edge"}, note = "equal layers"}),
  make("skip", "agrees-late", {L = 4, K = 4, flat = 3, sets = 16}, {tags = {"edge"},
    note = "0 without any one layer, more without two"}),
  make("skip", "no-draft", {L = 5, K = 0, flat = 0, sets = 32}, {tags = {"edge"}, note = "K = 0: nothing is faster"}),
  make("skip", "hidden-skip", {L = 6, K = gen.pick{2, 5}, flat = gen.pick{0, 1}, sets = 64}, HIDDEN),
  make("skip", "twelve-layers", {L = 12, K = 6, flat = 0, sets = 4096}, {tags = {"gate"}}),

  layers("all-layers", 1, 3, 9), layers("first-layer", 1, 1, 6, EDGE), layers("last-layer", 1, 2, 6, EDGE),
  layers("one-token", 1, 3, 1, EDGE),
  layers("microlm-three", 0, 11, 8, {note = "the model that is timed, without its third layer"}),
  layers("hidden-layers", 1, gen.pick{1, 2, 3}, gen.pick{5, 12}, HIDDEN),

  speaks("small-model", 1, 24, 40, 3, 3, 8),
  speaks("small-without-tree", 1, 10, 8, 0, 2, 4, EDGE),
  speaks("small-chain", 1, 12, 24, 4, 1, 4, {tags = {"edge"}, block = 3}),
  speaks("small-itself", 1, 40, 24, 3, 2, 6, {self = 1, note = "the draft is the model without a layer"}),
  speaks("small-sampled", 1, 20, 600, 3, 3, 8, {sampled = 1, sharp = 1, block = 16, note = "temperature 1"}),
  speaks("hidden-speaks", 1, gen.pick{9, 31}, gen.pick{20, 35}, gen.pick{2, 5}, gen.pick{2, 4}, gen.pick{6, 12},
    {hidden = true, block = gen.pick{3, 8}}),
  speaks("microlm-itself", 0, 40, 24, 3, 3, 8, {self = 1, block = 8}),
  speaks("microlm", 0, 48, 64, 4, 4, 16, {block = 16, tags = {"gate", "bench"}}),

  grows("grow", DRAFTS, 40, 5, 8, 48, {tags = {"gate", "bench"}}),
}

return lab {
  api = 1, rev = 1, id = "w33-tree-spec", title = "Tree speculation: Medusa and EAGLE",
  kind = "system", week = 33, part = 4, domain = {"inference", "sampling", "serving"},
  seeds = {"S003-W33", "S003-W33-C1", "S003-W33-C2", "S003-W33-C3", "S003-W33-C4", "S003-W33-C5", "S003-W33-C6",
    "S003-W33-HO", "S003-W33-MS", "S003-DN-advSpec"},
  requires = {"w05b-specdec"}, suggests = {"w06-paged-kv", "w12b-serve"},
  hours = {read = 8.5, lab = 4},
  durable = {"A tree is a batch in which each row sees its ancestors",
             "Refuse, subtract, normalise, ask the next: any number of guesses leaves the target's law as it is",
             "Which law a guess was drawn from is part of the guess: a spike, q, or q without its elder siblings",
             "Gains on one bottleneck multiply only if each leaves the other's bottleneck where it was"},
  ephemeral = {{"EAGLE-2's lead over other drafters", as_of = "2024-06"},
               {"Bandwidth and memory of the example accelerator", as_of = "2026-11"}},
  readings = {
    {"medusa", hours = 2.5, look_for = [[section 2.3's search for a sparse tree, which is your tree_sparse; and what
        "typical acceptance" gives up compared with the rule that you write]]},
    {"eagle", hours = 2, look_for = [[the figure of inputs shifted by one token; the appendix on multi-round
        speculative sampling, which is DRAFT_WITHOUT]]},
    {"eagle2", hours = 2, look_for = [[section 4's two phases, expansion and reranking; and the plot of acceptance
        rate against confidence, which entitles the tree to grow by confidence]]},
    {"vllmspec", hours = 1, look_for = [[the curve over request rate: at which load speculation becomes a loss]]},
    {"draftverify", hours = 1, look_for = [[which layers of which model are skipped, and how the set was searched]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"tree.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  partial = {by = "case", functions = {law = 4, decode = 2, microlm = 2}},
  limits = {wall_s = 120, mem_MiB = 1024, threads = 1},

  buffers = {
    top = {dtype = "i32", shape = {"heads", "k"}, dist = gen.custom"top", note = "proposals of each head"},
    branch = {dtype = "i32", shape = {"heads"}, dist = gen.custom"branch"},
    acc = {dtype = "f64", shape = {"heads", "k"}, dist = gen.custom"acc"},
    tree = {dtype = "i32", shape = {129}, note = "how many nodes; their tokens; their parents"},
    drafts = {dtype = "f32", shape = {"R", "V"}, dist = gen.custom"drafts", note = "rows of the draft"},
    notes = {dtype = "f64", shape = {5}},
    parents = {dtype = "i32", shape = {"n"}, dist = gen.custom"parents"},
    mask = {dtype = "u64", shape = {"n"}},
    pos = {dtype = "i32", shape = {"n"}},
    prefix = {dtype = "f32", shape = {2, "prefixes", "V"}, dist = gen.custom"prefix",
              note = "rows after every prefix: target's, then draft's"},
    mass = {dtype = "f64", shape = {"seqs"}, note = "probability of every possible result"},
    fault = {dtype = "f64", shape = {3}},
    tokens = {dtype = "i32", shape = {"n"}, dist = gen.custom"tokens"},
    widerows = {dtype = "f32", shape = {2, "n", "V"}, dist = gen.custom"widerows"},
    dice = {dtype = "u64", shape = {1}, dist = gen.custom"dice"},
    work = {dtype = "f64", shape = {2, "V"}},
    toks = {dtype = "i32", shape = {"rounds", 10}, note = "how many, and which"},
    slotrows = {dtype = "f32", shape = {"slots", "width"}, dist = gen.custom"slotrows"},
    path = {dtype = "i32", shape = {"n"}, dist = gen.custom"path"},
    kept = {dtype = "f32", shape = {"slots", "width"}},
    state = {dtype = "i32", shape = {70}},
    tabs = {dtype = "f32", shape = {2, "V", "V", "V"}, dist = gen.custom"tabs",
            note = "rows after every two tokens: target's, then draft's"},
    calls3 = {dtype = "f64", shape = {3}},
    agree = {dtype = "f64", shape = {"sets"}, dist = gen.custom"agree", note = "share of places, by set of layers"},
    keep_set = {dtype = "i32", shape = {1}},
    notes4 = {dtype = "f64", shape = {4}},
    shape1 = {dtype = "i32", shape = {1, 9}, dist = gen.custom"shapes", note = "d L H Hkv hd ff V ctx base"},
    weights = {dtype = "bf16", shape = {"nl"}, dist = gen.custom"target"},
    bytes = {dtype = "i32", shape = {"n"}, dist = gen.custom"bytes"},
    logits = {dtype = "f32", shape = {"n", 256}},
    shapes = {dtype = "i32", shape = {2, 9}, dist = gen.custom"shapes", note = "d L H Hkv hd ff V ctx base"},
    target = {dtype = "bf16", shape = {"nt"}, dist = gen.custom"target"},
    draft = {dtype = "bf16", shape = {"nd"}, dist = gen.custom"draft"},
    text = {dtype = "u8", shape = {"prompt"}, dist = gen.custom"text"},
    said = {dtype = "u8", shape = {"want"}},
    calls6 = {dtype = "f64", shape = {6}},
  },

  calls = {
    medusa = call{harness = true, asks = {fn = "tree_medusa"},
                  args = {i32"heads", i32"k", input"top", input"branch", output"tree"},
                  verify = "medusa", title = "Medusa's tree as a product"},
    sparse = call{harness = true, asks = {fn = "tree_sparse"},
                  args = {i32"heads", i32"k", i32"budget", input"top", input"acc", output"tree"},
                  verify = "sparse", title = "Medusa's sparse tree"},
    eagle2 = call{harness = true, asks = {fn = "tree_eagle2"},
                  args = {i32"V", i32"depth", i32"width", i32"total", i32"repeats", input"drafts",
                  output"tree", output"notes"}, verify = "eagle2", title = "EAGLE-2's tree"},
    shape = call{harness = true, args = {i32"n", i32"len", input"parents", output"mask", output"pos"},
                 verify = "shape", title = "masks and positions"},
    law = call{harness = true, asks = {fn = "tree_verify"},
               args = {i32"V", i32"shape", i32"law", i32"twins", input"prefix", output"mass",
               output"fault"}, verify = "law", title = "exact law of tree_verify"},
    wide = call{harness = true, asks = {fn = "tree_verify"},
                args = {i32"V", i32"n", i32"rounds", i32"law", input"parents", input"tokens",
                input"widerows", input"dice", output"work", output"toks", output"fault"}, verify = "wide",
                title = "tree_verify over a large vocabulary"},
    commit = call{harness = true, asks = {fn = "kv_commit"},
                  args = {i32"block", i32"width", i32"len", i32"n", i32"slots", input"slotrows",
                  input"path", output"kept", output"state"}, verify = "commit", title = "what stays in the cache"},
    decode = call{harness = true, asks = {fn = "tree_round"},
                  args = {i32"V", i32"rounds", i32"depth", i32"width", i32"total", i32"block",
                  input"tabs", input"dice", output"toks", output"fault", output"calls3"}, verify = "decode",
                  title = "long runs of tree_round"},
    skip = call{harness = true, asks = {fn = "skip_search"},
                args = {i32"L", i32"K", input"agree", output"keep_set", output"notes4"},
                verify = "skip", title = "which layers to skip"},
    layers = call{harness = true, asks = {fn = "lm_rows"},
                  args = {i32"n", i32"keep", input"shape1", input"weights", input"parents",
                  input"bytes", output"logits", output"fault"}, verify = "layers", title = "a pass by its layers"},
    microlm = call{harness = true, args = {i32"prompt", i32"want", i32"depth", i32"width", i32"total", i32"block",
                   i32"self", i32"sampled", i32"sharp", input"shapes", input"target", input"draft", input"text",
                   input"dice", output"said", output"calls6",
                   output"fault"}, verify = "microlm", title = "a language model's text"},
  },

  cases = cases,

  counters = {target_calls = "calls of the target a round", draft_calls = "calls of the draft a round",
              nodes_max = "most nodes below a root", tok_per_call = "tokens a call of the target",
              asked = "sets of layers tried", layers_kept = "layers the draft kept",
              law_off = "largest error of the law"},
  gates = {
    gate{id = "levels", call = "eagle2", case = "grow", counter = "draft_calls", op = "==", value = "depth", on = "cpu",
         why = "one call of the draft serves a whole level: it reads the draft's weights once"},
    gate{id = "rows-once", call = "eagle2", case = "grow", counter = "c_loads", op = "<=",
         value = "2*V*(1 + (depth - 1)*width)", on = "cpu",
         why = "the likeliest tokens of a row are found in one pass over it, not in one for each of them"},
    gate{id = "one-row", call = "wide", case = "vocabulary", counter = "c_loads", op = "<=",
         value = "rounds*(2*V + 64*n + 64)", on = "cpu",
         why = "guesses are judged by single numbers; one row a round is read whole, however deep the path"},
    gate{id = "one-call", call = "decode", case = "peaked", counter = "target_calls", op = "==", value = 1, on = "cpu",
         why = "the target reads its weights once a round, whatever the tree"},
    gate{id = "budget", call = "decode", case = "peaked", counter = "nodes_max", op = "<=", value = "total",
         on = "cpu", why = "tokens in a pass are what the pass costs once arithmetic binds"},
    gate{id = "tries", call = "skip", case = "twelve-layers", counter = "asked", op = "<=", value = "L*(L + 1)//2 - 1",
         on = "cpu", why = "each try reads a text: no set of layers is tried twice, and not all of them"},
    gate{id = "one-call-microlm", call = "microlm", case = "microlm", counter = "target_calls", op = "==", value = 1,
         on = "cpu", why = "one pass over microlm's weights a round"},
  },

  bench = {
    bench{id = "yield", call = "microlm", case = "microlm", metric = "counter:tok_per_call", stages = YIELD,
          title = "tokens for each call of microlm", why = "the draft, the budget and the text are the same for both"},
    bench{id = "grow", call = "eagle2", case = "grow", clock = "cpu", stages = STAGES,
          title = "a tree from 33 rows of 8,192", why = "what drafting costs beside the draft"},
    bench{id = "verify", call = "wide", case = "vocabulary", clock = "cpu", stages = STAGES,
          title = "verdicts over 32,768 tokens", why = "what is left of a round beside the two models"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "TFLOP", answer = "2*f.total*11/1e12", rtol = .05,
            ask = [[Llama 3 70B has {{= n(f.total)}} weights. FLOP of a pass that judges ten guesses and the token
        before them, attention left aside?]], worked = "11 tokens, 2 FLOP for each weight."},
    predict{id = "bytes", axis = "bytes", unit = "GB", answer = "2*f.total/1e9", rtol = .02,
            ask = "Bytes of weights which that pass reads, in 16 bits?", worked = "As many as for one token."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", answer = "11", rtol = .02,
            ask = "So its FLOP for each byte of weights?",
            worked = "As many as tokens. The H200's ridge is at {{= n(f.ridge, 0)}}."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "4", rtol = .001,
            ask = [[A root has two children, and each of these two. How many rows of the draft that made the tree
        could be computed at once, at
        most?]], worked = "The rows of a level: two for depth 2, four if there is a depth 3."},
    predict{id = "failure", axis = "failure",
            choices = {"the text's law", "the speed only", "nothing"}, answer = "the text's law",
            ask = [[A tree of the draft's likeliest tokens is judged by min(1, p/q), as drafts in w05b are. What
        suffers?]]},
  },

  facts = function(hw, models)
    local m = models.llama3_70b
    local f = {time = STAGES, yield = YIELD, rounds = ROUNDS, wide = VOCAB, drafts = DRAFTS, nodes = 64}
    f.linear = m.L*(2*m.d*m.H*m.hd + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff)
    f.emb = m.V*m.d
    f.total = f.linear + 2*m.L*m.d + m.d + 2*f.emb
    f.bw, f.peak = hw.h200.bw + 0.0, hw.h200.bf16 + 0.0
    f.ridge = f.peak/f.bw
    f.base_B = 2*f.total
    f.spare = hw.h200.mem - f.base_B
    f.base = f.bw/f.base_B
    f.kv_tok = 2*m.L*m.Hkv*m.hd*2
    f.half24 = 64/36
    -- by how much the bytes shrink: linear layers in few bits, embedding and head in 16
    f.shrinks = function(bits) return f.base_B/(f.linear*bits/8 + 4*f.emb) end
    f.aqlm = 2.07
    f.tau, f.over = 4.5, .5
    f.eagle = function(tau, over) return tau/(1 + over) end
    f.all = f.shrinks(f.aqlm)*f.eagle(f.tau, f.over)
    f.naive = 2*16/f.aqlm*f.eagle(f.tau, f.over)
    f.alpha = function(beta, K)
      local sum = 1
      for _ = 1, K do sum = 1 + beta*sum end
      return sum
    end
    -- tokens a round of a chain whose places are right with these probabilities
    f.chain = function(a)
      local sum, at = 1, 1
      for _, x in ipairs(a) do
        at = at*x
        sum = sum + at
      end
      return sum
    end
    f.count = function(widths)
      local sum, level = 0, 1
      for _, w in ipairs(widths) do
        level = level*w
        sum = sum + level
      end
      return sum
    end
    -- tokens a round of a product of widths, and of the best tree of so many nodes
    f.dense = function(acc, widths)
      local sum, at = 1, 1
      for h, w in ipairs(widths) do
        local hit = 0
        for i = 1, w do hit = hit + acc[h][i] end
        at = at*hit
        sum = sum + at
      end
      return sum
    end
    f.best = function(acc, budget)
      local open, sum = {}, 1
      for _, a in ipairs(acc[1]) do open[#open + 1] = {1, a} end
      for _ = 1, budget do
        local at = 1
        for k, o in ipairs(open) do if o[2] > open[at][2] then at = k end end
        local o = table.remove(open, at)
        if not o then break end
        sum = sum + o[2]
        for _, a in ipairs(acc[o[1] + 1] or {}) do open[#open + 1] = {o[1] + 1, o[2]*a} end
      end
      return sum
    end
    f.heads = {{.6, .15, .07}, {.5, .15, .07}, {.4, .13, .06}} -- the example's, made up
    -- what is left of p after one refusal, normalised
    f.left = function(p, q)
      local r, sum = {}, 0
      for x = 1, #p do
        r[x] = math.max(0, p[x] - q[x])
        sum = sum + r[x]
      end
      for x = 1, #p do r[x] = r[x]/sum end
      return r
    end
    f.overlap = function(p, q)
      local sum = 0
      for x = 1, #p do sum = sum + math.min(p[x], q[x]) end
      return sum
    end
    f.out = function(q, x)
      local r = {}
      for y = 1, #q do r[y] = y == x and 0 or q[y]/(1 - q[x]) end
      return r
    end
    -- the chance that one of two children is accepted
    f.two_with = function(p, q)
      local b = f.overlap(p, q)
      return b + (1 - b)*f.overlap(f.left(p, q), q)
    end
    f.two_without = function(p, q)
      local sum, rest = f.overlap(p, q), f.left(p, q)
      for x = 1, #p do
        local refused = q[x] - math.min(p[x], q[x])
        if refused > 1e-12 then sum = sum + refused*f.overlap(rest, f.out(q, x)) end
      end
      return sum
    end
    f.two_fixed = function(p, q)
      local order = {}
      for x = 1, #q do order[x] = x end
      table.sort(order, function(a, b) return q[a] > q[b] or (q[a] == q[b] and a < b) end)
      return p[order[1]] + p[order[2]]
    end
    f.p, f.q = {.5, .3, .2}, {.3, .6, .1}
    -- tokens a second of b requests: plain, and with trees of `nodes` that bring tau tokens
    f.plain = function(b) return b/math.max(2*f.total/f.bw, 2*f.total*b/f.peak) end
    f.trees = function(b, nodes, tau, over)
      return b*tau/(math.max(2*f.total/f.bw, 2*f.total*b*(nodes + 1)/f.peak) + over*math.max(2*f.total/f.bw,
        2*f.total*b/f.peak))
    end
    f.lost = function(nodes, tau, over)
      for b = 1, 4096 do
        if f.trees(b, nodes, tau, over) <= f.plain(b) then return b end
      end
    end
    f.skip = function(a, K, c) return f.alpha(a, K)/(1 + K*c) end
    -- Measured 2026-11 with the reference and the harness's own passes (gcc 12.2), microlm and its draft, 48 bytes of
    -- prompt and 64 said: tokens a round. Greedy: 12 prompts, the draft's rows as they are and with its logits times 4.
    -- Temperature 1: 24 prompts. Chains by depth; trees by depth, width, total.
    f.lm = {greedy = {chain = 4.97, t4 = 2.95, t8 = 3.15, t16 = 4.01}, sharp = {chain = 4.97, t4 = 3.00, t8 = 4.00,
      t16 = 5.00}, sampled = {c1 = 1.28, c2 = 1.43, c4 = 1.53,
      t4 = 1.74, t8 = 1.92, t16 = 2.09, t32 = 2.27, t63 = 2.81}}
    -- The same, 8 prompts, greedy: microlm as its own draft, a chain of 4; layers kept on average, of 4.
    f.own = {tok = 4.84, kept = 3.38}
    return f
  end,

  questions = {
    q.num{id = "heads", unit = "tok", rtol = .003, seed = "S003-W33-C2",
      ask = [[Four Medusa heads with one guess each are right with probability {{= p.a}}, {{= p.b}}, 0.4 and 0.3,
        given that those before were. Tokens a round, the LM head's own among them?]],
      vary = {a = {.8, .7, .55}, b = {.6, .45}},
      answer = function(f, p) return f.chain{p.a, p.b, .4, .3} end,
      wrong = {{value = function(_, p) return 1 + p.a + p.b + .7 end,
                hint = "A head's guess counts only if all before it were right."},
               {value = function(f, p) return f.chain{p.a, p.b, .4, .3} - 1 end,
                hint = "The token of the LM head comes in every round."}},
      worked = "1 + {{= p.a}} + {{= n(p.a*p.b, 3)}} + {{= n(p.a*p.b*.4, 3)}} + {{= n(p.a*p.b*.12, 4)}}."},
    q.num{id = "nodes", unit = "1", rtol = 1e-6, seed = "S003-W33-C3",
      ask = "Widths {{= p.a}}, {{= p.b}}, 2 and 1: how many tokens go through the target in a round?",
      vary = {a = {3, 4, 5}, b = {2, 3}},
      answer = function(f, p) return 1 + f.count{p.a, p.b, 2, 1} end,
      wrong = {{value = function(f, p) return f.count{p.a, p.b, 2, 1} end,
                hint = "The root has been read by neither model: it is in the pass, too."},
               {value = function(_, p) return p.a*p.b*2 end, hint = "Those are the leaves."}},
      worked = [[{{= p.a}} + {{= p.a*p.b}} + {{= 2*p.a*p.b}} + {{= 2*p.a*p.b}} guesses, and the root.]]},
    q.num{id = "sparse", unit = "tok", rtol = .003, seed = "S003-W33-C2",
      ask = [[Two heads. The first's two best guesses are right in {{= p.a}} and 0.2 of all rounds, the second's in
        {{= p.b}} and 0.15. The best tree of three nodes: tokens a round?]],
      vary = {a = {.6, .5, .7}, b = {.5, .25}},
      answer = function(f, p) return f.best({{p.a, .2}, {p.b, .15}}, 3) end,
      wrong = {{value = function(_, p) return 1 + p.a + .2 + p.b end,
                hint = "The worth of a node is the product along its path."}},
      worked = [[Nodes by worth: {{= p.a}}; {{= n(p.a*p.b, 3)}}; 0.2; {{= n(p.a*.15, 3)}}; … The first three and
        the LM head's own: {{= n(f.best({{p.a, .2}, {p.b, .15}}, 3), 3)}}.]]},
    q.table{id = "mask", unit = "1", rtol = 1e-9, seed = "S003-W33-C3",
      ask = [[A tree's parents are –, 0, 0, 1, 1, 3, 2 for nodes 0 to 6, and {{= p.len}} tokens stand before its
        root. For node {{= p.i}}: its mask as a decimal number, and its position.]],
      rows = {"the node"}, columns = {"mask", "position"},
      vary = {i = {4, 5, 6}, len = {100, 17}},
      answer = function(_, p)
        local mask = {[4] = 19, [5] = 43, [6] = 69}
        return {{mask[p.i], p.len + (p.i == 5 and 3 or 2)}}
      end,
      hint = "Bits of the node, its parent, its parent's parent, the root. The root stands behind the text.",
      worked = [[4: bits 0, 1, 4; 5: bits 0, 1, 3, 5; 6: bits 0, 2, 6. Positions are the text's length plus the
        depth.]]},
    q.table{id = "two", unit = "%", rtol = .003, seed = "S003-W33-C3",
      ask = [[p = (0.5, 0.3, 0.2), q = ({{= n(p.a, 2)}}, {{= n(.9 - p.a, 2)}}, 0.1). A node has two children. With which
        probability is one of them accepted?]],
      rows = {"drawn independently", "drawn without replacement", "the two likeliest of q"}, columns = {"accepted"},
      vary = {a = {.1, .2, .25}},
      answer = function(f, p)
        local q = {p.a, .9 - p.a, .1}
        return {{100*f.two_with(f.p, q)}, {100*f.two_without(f.p, q)}, {100*f.two_fixed(f.p, q)}}
      end,
      hint = [[First child: the overlap of p and q. After a refusal: the overlap of what p has become with the q
        that the second child was drawn from. Chosen without chance: p's own mass.]],
      worked = [[Overlap {{= n(f.overlap(f.p, {p.a, .9 - p.a, .1}), 2)}}. Only token 2 can be refused, and then p' =
        ({{= n(f.left(f.p, {p.a, .9 - p.a, .1})[1], 3)}}, 0, {{= n(f.left(f.p, {p.a, .9 - p.a, .1})[3], 3)}}).
        Against q again: {{= pct(f.two_with(f.p, {p.a, .9 - p.a, .1}))}} in all; against q without token 2: {{=
        pct(f.two_without(f.p, {p.a, .9 - p.a, .1}))}}. The two likeliest have {{= pct(f.two_fixed(f.p, {p.a, .9 -
        p.a, .1}))}} of p.]]},
    q.table{id = "blocks", unit = "1", rtol = 1e-9, seed = "S003-W33-C3",
      ask = [[Blocks of 16 slots, {{= p.len}} slots in use, and a pass with {{= p.nodes}} nodes below its root. The
        path keeps the root and {{= p.keep}} nodes. How many blocks must the table have for the pass, and how many
        go back after it?]],
      rows = {"blocks"}, columns = {"in the pass", "given back"},
      vary = {len = {30, 45, 64}, nodes = {40, 60}, keep = {2, 4}},
      answer = function(_, p)
        local need, left = (p.len + p.nodes + 1 + 15)//16, (p.len + p.keep + 1 + 15)//16
        return {{need, need - left}}
      end,
      hint = "The root takes a slot. Round up both times.",
      worked = [[{{= p.len + p.nodes + 1}} slots: {{= (p.len + p.nodes + 16)//16}} blocks. {{= p.len + p.keep + 1}}
        remain: {{= (p.len + p.keep + 16)//16}} blocks.]]},
    q.num{id = "knee", unit = "1", rtol = .01, seed = "S003-W33-R4",
      ask = [[Trees of {{= p.nodes}} nodes for each request, 16-bit weights, an H200 of {{= n(f.ridge, 1)}} FLOP/B.
        From which batch on is a pass bound by arithmetic (caches left aside)?]],
      vary = {nodes = {10, 25, 59}},
      answer = function(f, p) return f.ridge/(p.nodes + 1) end,
      wrong = {{value = function(f) return f.ridge end, hint = "Each request brings a tree, not a token."},
               {value = function(f, p) return f.ridge/p.nodes end, hint = "And its root."}},
      worked = "{{= n(f.ridge, 1)}}/{{= p.nodes + 1}} = {{= n(f.ridge/(p.nodes + 1), 1)}}."},
    q.num{id = "baseline", unit = "tok/s", rtol = .01, seed = "S003-W33-MS",
      ask = [[Llama 3 70B, {{= n(f.total/1e9, 2)}} billion weights in {{= p.bits}} bits, one request, one H200 that
        reads at {{= p.share}} % of {{= si(f.bw, "B/s")}}, cache left aside: tokens a second without speculation?]],
      vary = {share = {70, 85, 90}, bits = {16, 8}},
      answer = function(f, p) return p.share/100*f.bw/(f.total*p.bits/8) end,
      wrong = {{value = function(f, p) return p.share/100*f.bw/f.total/p.bits end, hint = "Eight bits a byte."},
               {value = function(f, p) return p.share/100*f.peak/(2*f.total) end,
                hint = "That is what the arithmetic would allow."}},
      worked = "{{= gb(f.total*p.bits/8)}} for each token, at {{= n(p.share/100*f.bw/1e12, 2)}} TB/s."},
    q.table{id = "stack", unit = "x", rtol = .005, seed = "S003-W33-MS",
      ask = [[The same model in 16 bits gets AQLM at {{= n(p.bits, 2)}} bits for its linear layers (embedding and
        head stay), then speculation with {{= p.tau}} tokens a round and a draft of 0.4 passes a round, then 50 %
        unstructured pruning on dense kernels. Each one's factor, and all of them?]],
      rows = {"AQLM", "speculation", "pruning", "together"}, columns = {"times"},
      vary = {bits = {2.25, 3.04}, tau = {3.5, 4.2}},
      answer = function(f, p)
        local a, e = f.shrinks(p.bits), f.eagle(p.tau, .4)
        return {{a}, {e}, {1}, {a*e}}
      end,
      hint = "Which term of the time does each change: bytes a pass, passes a token, or nothing?",
      worked = [[{{= n(f.shrinks(p.bits), 2)}}; {{= p.tau}}/1.4 = {{= n(f.eagle(p.tau, .4), 2)}}; zeros that are
        stored are read: 1; together {{= n(f.shrinks(p.bits)*f.eagle(p.tau, .4), 1)}}.]]},
    q.num{id = "layers", unit = "x", rtol = .005, seed = "S003-W33-C6",
      ask = [[A model of 40 layers drafts for itself with {{= p.keep}} of them, in a chain of {{= p.K}}; {{=
        pct(p.a, 0)}} of its guesses are right, independently. Times as fast as plain decoding?]],
      vary = {keep = {24, 18, 14}, K = {3, 5}, a = {.9, .8}},
      answer = function(f, p) return f.skip(p.a, p.K, p.keep/40) end,
      wrong = {{value = function(f, p) return f.alpha(p.a, p.K) end, hint = "The draft's layers take their time."},
               {value = function(f, p) return f.skip(p.a, p.K, 1 - p.keep/40) end,
                hint = "What it keeps, it pays for."}},
      worked = [[{{= n(f.alpha(p.a, p.K), 3)}} tokens for 1 + {{= p.K}}·{{= n(p.keep/40, 2)}} passes: {{=
        n(f.skip(p.a, p.K, p.keep/40), 2)}}.]]},
    q.choice{id = "spike", seed = "S003-W33-C5",
      ask = [[An EAGLE-2 tree has the draft's two likeliest tokens below its root, q = 0.6 and 0.3; the target's row
        gives them 0.3 and 0.3. The first is accepted with which probability?]],
      options = {"0.5, which is p/q", "0.3, which is p: it was drafted for certain", "1, since q is larger than p"},
      answer = 2,
      worked = [[The law that the guess was drawn from is a spike. With p/q the text would have this token half of
        the time in place of 0.3, and no test of single texts would notice.]]},
    q.choice{id = "offset", seed = "S003-W33-C2",
      ask = "Which token does Medusa's first extra head guess, when the text ends at t?",
      options = {"t + 1", "t + 2", "t itself, again"}, answer = 2,
      worked = "t + 1 is the LM head's, which is exact. Head k guesses t + k + 1."},
    q.choice{id = "feature", seed = "S003-W33-C4",
      ask = "EAGLE's draft sees the target's feature of place t. What else does it get, and why?",
      options = {"the embedding of token t, since features forget it",
                 "the embedding of token t + 1, since the feature does not know which one was drawn",
                 "the logits of place t, since they are the target's own guess"}, answer = 2,
      worked = [[One feature allows several next tokens; which of them came decides the next feature. The sampled
        token, one place ahead, says so.]]},
    q.multi{id = "loses", seed = "S003-W33-R4",
      ask = "Where does a tree of 60 nodes lose against a chain of 4, or against nothing?",
      options = {"32 requests at once", "one request, weights bound by bandwidth",
        "a draft whose confidence means nothing",
                 "a pass whose cost is the reading of a long common cache"}, answer = {1, 3},
      worked = [[32·61 rows are far beyond the ridge. Where confidence is not acceptance, nodes go where the text
        does not. A long cache is read once for all nodes: that is one of the cases in which trees are cheap.]]},
    q.order{id = "rank", seed = "S003-W33-MS",
      ask = "Throughput gained for each point of quality lost, best first.",
      items = {"A speculating tree", "Two bits a weight by codebooks",
        "Half of the weights zero, in no pattern, dense kernels"},
      hint = "One loses nothing, one gains nothing.",
      worked = "The first is lossless; the last saves no byte."},
    q.text{id = "why", min_words = 60, seed = "S003-W33-HO",
      ask = [[Why may any number of children be asked in turn without moving the target's law, and what must be
        known about each of them? Say what somebody would see who asks a tree of top tokens with p/q.]],
      rubric = {"one refusal leaves (p - q)+, normalised: the law of what is still missing",
                "the next child is judged by that, so the argument repeats",
                "the law that the child was drawn from: a spike, q, or q without its elder siblings",
                "top tokens with p/q: the draft's favourites too often; readable text, no crash"}},
  },

  hints = {
    {on = "build", match = {"defines no", "redefinition", "undefined reference", "implicit declaration"},
     "tree.c defines ten functions and nothing else that lab.h declares."},
    {on = "sanitize", [[A tree has at most 64 nodes with its root, a path at most 9; top has heads·k entries, mask
      and pos have t->n. 1 << 40 is not a word of 64 bits.]]},
    {on = "case:too-many", "84 guesses do not fit: stop at 64 nodes, the root among them."},
    {on = "case:two-two-one", "Row h of top begins at h·k, however many of its proposals are used."},
    {on = "case:unsorted", "A head's proposals are not sorted by how often they are right."},
    {on = "case:never-right", "A node of worth 0 costs a place in the pass. Stop before the budget is full."},
    {on = "case:billions", [[Keep a list of what could be taken next: for each node taken, its best child and its
      next sibling.]]},
    {on = "case:no-level", "depth 0: the draft is not asked, the root is all."},
    {on = "case:ties", [[Two rules: of equal tokens the lower one, of equal nodes the one made first. Strict
      comparisons do both.]]},
    {on = "case:equal-products", "Confidences are products in double, from the top: float and logarithms break ties."},
    {on = "case:agrees-late", "An answer of 0 is an answer: the rule goes on with the lower of equals."},
    {on = "case:dead-ends", "A token of probability 0 is no guess, even if the width is not used up."},
    {on = "case:twins", "The second of two equal siblings was refused with the first."},
    {on = "case:subtrees-with", "Children of one node need not stand side by side: look at parent[]."},
    {on = "case:four-fixed", "All tokens are children: the last one left is certain."},
    {on = "case:no-budget", "total 0: a tree of its root, and one token a round."},
    {on = "case:one-layer", "One layer: nothing can be left out, nobody is asked."},
    {on = "case:all-alike", "Of layers that are missed equally the lowest is left out first."},
    {on = "case:no-draft", "K = 0: every set has speed-up 1, and of equals the larger one counts."},
    {on = "gate:levels", "Collect the paths of a level, then ask for all of its rows at once."},
    {on = "gate:rows-once", [[Keep the best `width` in a short sorted list; a token that does not beat its last
      entry is done.]]},
    {on = "gate:one-row", [[Chosen guesses need p at their own token only. Copy a row when nobody is left to be
      asked.]]},
    {on = "gate:one-call", "All nodes, the root among them, go to target_rows together."},
    {on = "gate:budget", "total guesses and the root."},
    {on = "gate:tries", "L + (L - 1) + ... + 2 questions, one for each layer that might go."},
    {on = "call:sparse", "Worth is a product along the path, so a parent is never worth less than its child."},
    {on = "call:eagle2", [[Expand first, rerank afterwards: nodes that were never expanded compete, too. The path of
      a node begins below the root.]]},
    {on = "call:shape", "A parent's mask and one bit more; a parent's position and one more."},
    {on = "call:law", [["law": some sequence comes too often. "yield": the law is right and guesses are wasted. Take
      two children and one level first. Is p' normalised when it is compared? Which q was the second child drawn
      from?]]},
    {on = "call:wide", [[What was refused cannot be drawn any more; what was accepted is a child of the node before
      it.]]},
    {on = "call:commit", [[Slot s is at place s % block of block table[s / block], source and destination alike.
      Blocks in use: len over block, rounded up.]]},
    {on = "call:decode", [[The root is in the pass and on the path: n nodes of the path are n slots of the cache and
      n new tokens, the last of which is *next.]]},
    {on = "call:skip", "The set that agrees most is not the fastest: divide by 1 + K·c."},
    {on = "call:layers", [[Embed, the layers whose bit is set from the lowest up, head. x is the running sum of all
      of them.]]},
    {on = "call:microlm", [[If "decode" is right, look at lm_rows, and at positions: the model rotates by them.
      "sampled": the law is off.]]},
    {on = "bench:yield", "The same tree as the reference's brings the same tokens. Is the whole budget used?"},
    {on = "bench:grow", "Most tokens of a row are no candidates: dismiss sixteen at once by their maximum."},
    {on = "bench:verify", "Read one row a round, in several sums that do not wait for each other."},
    {after = 4, [[V = 3, two children, on paper: write down all ways in which a round can go, and add up the first
        tokens.]]},
  },
}
