-- w15-cute-layouts: layouts as functions, and the algebra that CuTe computes with them.

local KNOWN, DRAWN, LARGE = 0, 1, 2
local PLAIN, MADE = {"layout_size", "idx2crd", "crd2idx", "swizzle", "bank_conflicts"},
                    {"coalesce", "composition", "complement", "logical_divide", "zipped_divide"}
-- a function's number in oracle.c, and how many rows its list has (inputs.h), each asked twice
local OPS = {
  layout_size = {1, 10}, idx2crd = {2, 11}, crd2idx = {3, 17}, coalesce = {4, 17}, composition = {5, 28},
  complement = {6, 18}, logical_divide = {7, 12}, zipped_divide = {8, 11}, swizzle = {9, 14}, bank_conflicts = {10, 31},
}
local ROWS, LARGE_ROWS = 100, 8

-- The cases of every function: the list, drawn layouts, and what is drawn anew in each run.
local cases = {}
for _, group in ipairs{PLAIN, MADE} do
  for _, name in ipairs(group) do
    local op = OPS[name]
    cases[#cases + 1] = {id = name .. "-known", op = op[1], kind = KNOWN, R = 2*op[2], calls = {name}, tags = {"edge"}}
    cases[#cases + 1] = {id = name .. "-drawn", op = op[1], kind = DRAWN, R = ROWS, calls = {name}}
    cases[#cases + 1] = {id = name .. "-hidden", hidden = true, op = op[1], kind = DRAWN,
                         R = gen.pick{60, 80, 90}, calls = {name}}
  end
end
for _, name in ipairs(MADE) do
  local op = OPS[name][1]
  cases[#cases + 1] = {id = name .. "-large", op = op, kind = LARGE, R = LARGE_ROWS, calls = {name},
                       note = "up to 65,536 elements, strides beyond 32 bits"}
  cases[#cases + 1] = {id = name .. "-gate", op = op, kind = LARGE, R = LARGE_ROWS, calls = {name}, tags = {"gate"}}
end

local function rows_call(check, title)
  return call{harness = true, args = {input"rows", output"out"}, verify = check, title = title}
end

local gates = {}
for _, name in ipairs(MADE) do
  gates[#gates + 1] = gate{id = name, call = name, case = name .. "-gate", counter = "c_loads", op = "<=",
    value = "600*R", on = "cpu", why = "the cost follows the leaves and not the elements, of which there are thousands"}
end

-- Layouts for the pages: a list of {shape, stride}, leftmost fastest.
local function at(L, i)
  local sum = 0
  for k, m in ipairs(L) do
    local digit = k < #L and i % m[1] or i
    sum, i = sum + digit*m[2], i//m[1]
  end
  return sum
end
local function size(L)
  local s = 1
  for _, m in ipairs(L) do s = s*m[1] end
  return s
end
local function cosize(L)
  local s = 1
  for _, m in ipairs(L) do s = s + (m[1] - 1)*m[2] end
  return s
end
local function swz(bits, base, shift, x) return x ~ (x >> (base + shift) & (1 << bits) - 1) << base end

-- Ways of the worst conflict of 8 lanes that read 16 bytes each, `pitch` bytes apart.
local function ways(pitch, z)
  local hits, worst = {}, 0
  for lane = 0, 7 do
    local x = lane*pitch
    if z then x = 2*swz(z[1], z[2], z[3], x//2) end
    local group = x//16 % 8
    hits[group] = (hits[group] or 0) + 1
    worst = math.max(worst, hits[group])
  end
  return worst
end

return lab {
  api = 1, rev = 1, id = "w15-cute-layouts", title = "Layout algebra in C",
  kind = "system", week = 15, part = 2, domain = {"kernels", "layouts"},
  seeds = {"S003-W15", "S003-W15-C2", "S003-DN-cutlass", "S000-REPO-2", "S002-REPO-3"},
  requires = {"w02-transpose"}, suggests = {"w13b-wmma-gemm", "w09-tile-dsl"},
  hours = {read = 4, lab = 4},
  durable = {"A layout is a function from coordinates to offsets; shape and stride write it down",
             "Tiling is composition: pick elements of an index space, then look where they lie",
             "A swizzle permutes each row of a tile differently, and costs no memory"},
  ephemeral = {{"CuTe's checks, and its swizzles for wgmma", as_of = "2026-11"},
               {"How lanes are grouped for wide shared-memory accesses", as_of = "2026-11"}},
  readings = {
    {"cutlasscute", hours = 2, look_for = [[the table of a layout before and after a divide: find the tile and the
      rest in the shape, and evaluate one of them at three coordinates]]},
    {"cutlassblog", hours = 2, look_for = [[the tiles of block, warp and thread: write each as a layout of the
      coordinates of the one above it]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"layout.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 10, mem_MiB = 512, threads = 1},
  partial = "function",
  points = {correct = 50, sanitize = 10, profile = 20, answers = 20},

  buffers = {
    rows = {dtype = "i64", shape = {"R", "258"}, dist = gen.custom"rows", note = "two layouts and 16 numbers"},
    out = {dtype = "i64", shape = {"R", "122"}, note = "a number, and a layout or more numbers"},
  },
  calls = {
    layout_size = rows_call("size", "size and cosize"),
    idx2crd = rows_call("idx2crd", "linear index to coordinate"),
    crd2idx = rows_call("crd2idx", "coordinate to offset"),
    coalesce = rows_call("coalesce", "the fewest leaves"),
    composition = rows_call("composition", "A o B"),
    complement = rows_call("complement", "what a layout leaves out"),
    logical_divide = rows_call("divide", "the tile and the tiles"),
    zipped_divide = rows_call("zipped", "by mode, tiles in front"),
    swizzle = rows_call("swizzle", "bits XORed into bits"),
    bank_conflicts = rows_call("banks", "the worst bank of a request"),
  },
  cases = cases,
  gates = gates,

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", answer = "f.leaves", rtol = .01,
            ask = [[((2,4),8):((1,16),2) at a linear index: how many multiplications with a stride?]],
            worked = "One for each leaf, however the leaves are nested."},
    predict{id = "bytes", axis = "bytes", unit = "KiB", answer = "f.tile_B/1024",
            ask = [[A tile of {{= f.rows}} rows of {{= f.cols}} bf16 elements in shared memory: how large?]],
            worked = "{{= f.rows}} · {{= f.cols}} · 2 B. A swizzle adds nothing to it; padding does."},
    predict{id = "intensity", axis = "intensity", unit = "%", answer = "100*f.pad/f.cols", rtol = .05,
            ask = [[Padded by {{= f.pad}} elements a row against bank conflicts: by how much does it grow?]],
            worked = "{{= f.pad}} of {{= f.cols}}, in every row."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "f.ways_none", rtol = .01,
            ask = [[Eight lanes read 16 bytes each from one column of that tile, without swizzle or padding. How many
              of them have to wait for one bank at once, the one that is served included?]],
            worked = "Rows of {{= 2*f.cols}} bytes begin in the same bank, all eight of them."},
    predict{id = "failure", axis = "failure",
            choices = {"a layout that is another function than A(B(c))", "an error of the compiler",
                       "a layout with too many leaves"},
            answer = "a layout that is another function than A(B(c))",
            ask = "CuTe composes A with a B whose leaves overlap, leaf by leaf. What do you get?"},
  },

  facts = function()
    local f = {L = {{2, 1}, {4, 16}, {8, 2}}, rows = 64, cols = 64, pad = 8, leaves = 3, draws = ROWS, gate = 600,
               large = 65536}
    f.at, f.size, f.cosize, f.swz, f.ways = at, size, cosize, swz, ways
    f.tile_B = f.rows*f.cols*2
    f.ways_none, f.ways_swz = ways(2*f.cols), ways(2*f.cols, {3, 3, 3})
    f.ways_pad, f.ways_half = ways(2*(f.cols + f.pad)), ways(f.cols)
    f.ways_wide, f.ways_wrong, f.ways_right = ways(4*f.cols), ways(4*f.cols, {3, 3, 3}), ways(4*f.cols, {3, 3, 4})
    -- Counted on 23 November 2026 with `ridge profile --impl naive` and `--impl ref`, case coalesce-gate.
    f.loads = {table = 125218, ref = 116}
    -- The composition that is worked out in the lesson: A = (6,2):(8,2), B = (4,3):(3,1).
    f.A, f.B = {{6, 8}, {2, 2}}, {{4, 3}, {3, 1}}
    f.R = {{2, 24}, {2, 2}, {3, 8}}
    -- Where leaf by leaf goes wrong: A = (4,4):(1,100), B = (2,2):(2,2).
    f.bad = {{4, 1}, {4, 100}}
    f.warp = {{4, 2}, {8, 1}}
    f.xor = function(row, col) return row % 8 ~ col end
    return f
  end,

  questions = {
    q.num{id = "at", unit = "1", rtol = 0, seed = "S003-W15-C2",
      ask = [[((4,2),(2,{{= p.s}})):((2,{{= p.d}}),(1,64)). The offset of linear index {{= p.i}}?]],
      vary = {s = {4, 8}, d = {16, 32}, i = {13, 22, 31}},
      answer = function(f, p) return f.at({{4, 2}, {2, p.d}, {2, 1}, {p.s, 64}}, p.i) end,
      wrong = {{value = function(f, p) return f.at({{p.s, 64}, {2, 1}, {2, p.d}, {4, 2}}, p.i) end,
                hint = "That has the rightmost leaf fastest. In CuTe it is the leftmost."}},
      worked = [[From the left: {{= p.i}} = {{= p.i % 4}} + 4·({{= p.i//4 % 2}} + 2·({{= p.i//8 % 2}} +
        2·{{= p.i//16}})). Times the strides 2, {{= p.d}}, 1, 64:
        {{= n(f.at({{4, 2}, {2, p.d}, {2, 1}, {p.s, 64}}, p.i))}}.]]},
    q.num{id = "cosize", unit = "1", rtol = 0, seed = "S003-W15-C2",
      ask = [[A tile of {{= p.r}} x {{= p.c}} elements is padded by {{= p.pad}} elements at the end of each row. Its
        layout is ({{= p.r}},{{= p.c}}):({{= p.c + p.pad}},1). For how many elements does it need room (cosize)?]],
      vary = {r = {16, 48}, c = {40, 56}, pad = {4, 8}},
      answer = function(f, p) return f.cosize({{p.r, p.c + p.pad}, {p.c, 1}}) end,
      wrong = {{value = function(_, p) return p.r*p.c end, 
                hint = "That is its size. The padding has no coordinates, but it has places."},
               {value = function(_, p) return p.r*(p.c + p.pad) end,
                hint = "Nothing is reached behind the last element of the last row."}},
      worked = [[{{= p.r - 1}} · {{= p.c + p.pad}} + {{= p.c - 1}} · 1 + 1 =
        {{= n(f.cosize({{p.r, p.c + p.pad}, {p.c, 1}}))}}: the padding of the last row isn't needed.]]},
    q.num{id = "coalesce", unit = "1", rtol = 0, seed = "S003-W15-C2",
      ask = [[(2,{{= p.a}},1,3,{{= p.b}}):(1,2,99,{{= 2*p.a}},{{= p.g*6*p.a}}), coalesced, has how many leaves?]],
      vary = {a = {4, 8}, b = {2, 5}, g = {1, 2}},
      answer = function(_, p) return p.g end,
      wrong = {{value = function(_, p) return 3 - p.g end,
                hint = "A leaf goes on with the one before it if its stride is that one's size times its stride."}},
      worked = [[2:1 and {{= p.a}}:2 are {{= 2*p.a}}:1, the 1 goes, 3:{{= 2*p.a}} makes it {{= 6*p.a}}:1. The last
        stride is
        {{= p.g*6*p.a}}{{= p.g == 1 and ", which goes on: one leaf." or ", twice that: a leaf of its own."}}]]},
    q.num{id = "composition", unit = "1", rtol = 0, seed = "S003-W15-C2",
      ask = [[A = ({{= p.a}},8):({{= p.e}},{{= p.g}}), and B = 4:{{= 2*p.a}}. With which stride does
        A o B = 4:stride walk?]],
      vary = {a = {4, 6, 8}, e = {50, 60}, g = {3, 5}},
      answer = function(_, p) return 2*p.g end,
      wrong = {{value = function(_, p) return 2*p.a*p.e end,
                hint = "The step leaves the first leaf. How many of its whole rounds are that?"},
               {value = function(_, p) return 2*p.a*p.g end, hint = "Divide the first leaf out of the step first."},
               {value = function(_, p) return 2*p.a end,
                hint = "That is the step in A's index. What is it in offsets?"}},
      worked = [[A step of {{= 2*p.a}} in the index is two whole rounds of the first leaf and so 2 steps of the
        second, whose stride is {{= p.g}}: 4:{{= 2*p.g}}.]]},
    q.num{id = "complement", unit = "1", rtol = 0, seed = "S003-W15-C2",
      ask = [[The complement of 4:{{= p.d}} in {{= p.m*p.d*4}} places is (x,y):(1,z). What is z?]],
      vary = {d = {2, 3, 5}, m = {2, 3, 6}},
      answer = function(_, p) return 4*p.d end,
      wrong = {{value = function(_, p) return p.d end, hint = "That is how large the hole between two elements is: x."},
               {value = function(_, p) return p.m end, hint = "That is y: how often everything repeats."}},
      worked = [[Of {{= p.d}} places one is taken, and copies beside it fill the others: x = {{= p.d}} with stride 1.
        Then {{= 4*p.d}} places are full, and all of it repeats {{= p.m}} times:
        ({{= p.d}},{{= p.m}}):(1,{{= 4*p.d}}).]]},
    q.num{id = "tile", unit = "1", rtol = 0, seed = "S003-W15-C2",
      ask = [[A matrix of {{= p.M}} x {{= p.N}}, row-major, ({{= p.M}},{{= p.N}}):({{= p.N}},1), zipped-divided by
        <16:1, 8:1>. At which offset does tile (2,3) begin?]],
      vary = {M = {64, 128}, N = {64, 96, 256}},
      answer = function(_, p) return 2*16*p.N + 3*8 end,
      wrong = {{value = function(_, p) return 2*16 + 3*8*p.M end, hint = "That is column-major."},
               {value = function(_, p) return 2*p.N + 3 end, hint = "Tiles are 16 rows and 8 columns apart."}},
      worked = [[The rest is ({{= p.M//16}},{{= p.N//8}}):({{= 16*p.N}},8): 2 · {{= 16*p.N}} + 3 · 8 =
        {{= n(2*16*p.N + 24)}}.]]},
    q.num{id = "swizzle", unit = "1", rtol = 0, seed = "S003-W15-C2",
      ask = [[A bf16 tile has rows of 64 elements and Swizzle<3,3,3>. Where, as an offset in elements, does the
        element of row {{= p.r}} and column {{= p.c}} lie?]],
      vary = {r = {3, 5, 14}, c = {8, 20, 42}},
      answer = function(f, p) return f.swz(3, 3, 3, 64*p.r + p.c) end,
      wrong = {{value = function(_, p) return 64*p.r + p.c end, hint = "That is without the swizzle."},
               {value = function(_, p) return 64*p.r + (p.c ~ p.r % 8) end,
                hint = "The row goes into bits 3 to 5: vectors of 8 elements stay whole."}},
      worked = [[Row {{= p.r}} is {{= p.r % 8}} modulo 8, the column is vector {{= p.c//8}} and element {{= p.c % 8}}
        in it. {{= p.c//8}} XOR {{= p.r % 8}} = {{= p.c//8 ~ p.r % 8}}: 64·{{= p.r}} + 8·{{= p.c//8 ~ p.r % 8}} +
        {{= p.c % 8}} = {{= n(f.swz(3, 3, 3, 64*p.r + p.c))}}.]]},
    q.num{id = "ways", unit = "1", rtol = 0, seed = "S003-W15-C2",
      ask = [[Eight lanes read 16 bytes each, from the same column of eight rows that are {{= p.pitch}} bytes apart.
        An n-way conflict with which n (1: none)?]],
      vary = {pitch = {32, 64, 80, 96, 256}},
      answer = function(f, p) return f.ways(p.pitch) end,
      wrong = {{value = function(_, p) return p.pitch % 128 == 0 and 1 or 8 end,
                hint = "All banks together hold 128 bytes: take the rows' beginnings modulo 128."}},
      worked = [[The banks cover 128 bytes, eight vectors of 16. The rows begin at multiples of {{= p.pitch}} modulo
        128, and the fullest of the eight places has {{= f.ways(p.pitch)}} of them.]]},
    q.choice{id = "which-first", seed = "S003-W15-C2",
      ask = [[`T` maps (thread, value) to an index into the tile, `S` maps an index into the tile to an offset in
        shared memory. Which layout tells thread 5 where its value 2 lies?]],
      options = {"T o S", "S o T", "logical_divide(S, T)", "complement(T, size(S))"}, answer = 2,
      worked = [[(S o T)(c) = S(T(c)): T sees the coordinate, S what comes out. The domain of a composition is that of
        the layout on the right.]]},
    q.multi{id = "refused", seed = "S003-W15-C2",
      ask = [[A = (4,6):(1,10). Which of these can be composed with it as A o B?]],
      options = {"3:1", "2:3", "4:4", "8:1", "6:1", "2:2"}, answer = {1, 3, 4, 6},
      worked = [[3:1 stays inside the first leaf. 2:3: 3 doesn't divide 4. 4:4 skips the whole first leaf. 8:1 takes
        all of it, twice. 6:1 takes all of it, once and a half. 2:2: 2 divides 4.]]},
    q.order{id = "divide", seed = "S003-W15-C2",
      ask = "logical_divide(A, B), step by step.",
      items = {"B picks the elements of one tile out of A's index space",
               "The complement of B in size(A) picks the first element of each tile",
               "Both are put into one tuple",
               "A is composed with it: indices become offsets",
               "Mode 0 is the tile, mode 1 says where the tiles begin"}},
    q.num{id = "wrong-swizzle", unit = "1", rtol = 0, seed = "S003-W15-C2",
      ask = [[A tile with rows of {{= p.c}} bf16 elements gets Swizzle<3,3,{{= p.s}}>. Eight lanes read 16 bytes each,
        from the same column of eight rows. An n-way conflict with which n?]],
      vary = {c = {128, 256}, s = {3, 4}},
      answer = function(f, p) return f.ways(2*p.c, {3, 3, p.s}) end,
      wrong = {{value = function() return 8 end, hint = "Some bits of the row do reach bits 3 to 5."},
               {value = function(f, p) return f.ways(2*p.c, {3, 3, p.s}) == 1 and 2 or 1 end,
                hint = "The row begins at bit {{= math.floor(log2(p.c))}}. Which of its bits does the swizzle read?"}},
      worked = [[The row number begins at bit {{= math.floor(log2(p.c))}}, and the swizzle reads bits {{= 3 + p.s}} to
        {{= 5 + p.s}}: {{= 6 + p.s - math.floor(log2(p.c))}} of the row's. They tell
        {{= n(2^(6 + p.s - math.floor(log2(p.c))))}} rows apart, so of eight rows
        {{= f.ways(2*p.c, {3, 3, p.s})}} lie in the same banks.]]},
    q.text{id = "why", min_words = 50, seed = "S003-W15-C2",
      ask = [[Somebody pads a shared tile by one vector a row against bank conflicts, and it works. Why do kernels for
        TMA and wgmma use a swizzle and no padding?]],
      rubric = {"both spread the rows' beginnings over the banks",
                "padding takes memory that a further stage could use",
                "rows no longer a power of two apart cost multiplications in the index, an XOR is one instruction",
                "TMA writes and wgmma reads tiles in a few fixed formats, which are swizzles"}},
  },

  hints = {
    {on = "gate:coalesce", [[Does something walk over the elements? The leaves are enough.]]},
    {on = "gate:composition", [[A table of A's offsets, perhaps. Dividing the stride and the size through A's leaves
      costs a few operations.]]},
    {on = "gate:complement", [[Marking places costs as many loads as there are places. Sort the leaves and look at the
      gaps.]]},
    {on = "gate:logical_divide", "It is a complement and a composition: which of the two walks over elements?"},
    {on = "gate:zipped_divide", "It is a division for each mode: does one of them walk over elements?"},
    {on = "sanitize", [[A list that grows beyond LAY_NODES, a modulus of zero, a shift by a negative number?]]},
    {on = "call:layout_size", [[Only leaves count: a tuple has no shape. cosize is the largest offset plus 1, and a
      leaf of size 1 reaches no further than 0, whatever its stride.]]},
    {on = "call:idx2crd", [[The leftmost leaf is the index modulo its size, and what is left goes on to the right.
      Only the last leaf of all is not cut off.]]},
    {on = "call:crd2idx", [[Look at n in the message: 1, the rank, or the number of leaves? With the rank each number
      is a linear index into its mode, and each mode's last leaf has no end.]]},
    {on = "call:coalesce", [[Flatten first. Leaves of size 1 go, whatever their stride. Then a leaf joins the one
      before it when its stride is that one's size times its stride; that holds for two leaves of stride 0 as well.
      Numbers wrong only in coalesce-large: an int somewhere.]]},
    {on = "call:composition", [[One leaf of B at a time, with A coalesced. Divide d out from the left, then take s
      from what is left. Are the last leaf's exceptions there, and the checks of B as a whole? Is r written before all
      is known?]]},
    {on = "call:complement", [[By stride, smallest first. `filled` places are full so far; the next stride over filled
      is the size of the hole. At the end M over filled, rounded up.]]},
    {on = "call:logical_divide", [[lay_tuple() of B and its complement in layout_size(A), and one composition. The
      complement may be refused, the composition too.]]},
    {on = "call:zipped_divide", [[lay_mode() takes a mode out, lay_tuple() puts the halves together. Modes of A
      without a tile go to the rest as they are.]]},
    {on = "call:swizzle", [[Which bits are read, which are changed? With a negative shift they change places.]]},
    {on = "call:bank_conflicts", [[Count different words for each bank, and start anew with each group of lanes, which
      has 8 of them at 16 bytes. Lanes that want the same word are served together.]]},
    {after = 3, [[Take one row of the message and do it on paper: a table of i, the coordinate and the offset.]]},
  },
}
