-- c09-tensor-dispatch: storage, views, an addition that broadcasts, a dispatcher, and what autograd asks of both.

local ANY, ADDITION, TYPICAL = 0, 1, 2        -- kernels/c09-tensor-dispatch/oracle.c
local MIXED, ROWVECTOR, COLUMN = 0, 1, 2
local N = 1024
local ROUTE = 5 + 3*24

local function make(calls, fields, more)
  fields.calls = calls
  for k, v in pairs(more or {}) do fields[k] = v end
  return fields
end
local function script(id, S, fail, more) return make({"script"}, {id = id, S = S, fail = fail, kind = 0}, more) end
local function pairs_of(id, calls, T, more)
  return make(calls, {id = id, T = T, room = 512, n = 0, kind = MIXED, fine = 0}, more)
end
local function large(id, kind, more)
  return make({"add"}, {id = id, T = 1, room = N*N, n = N, kind = kind, fine = 0}, more)
end
local function routes(id, R, kind, more) return make({"route"}, {id = id, R = R, kind = kind}, more) end
local function many(id, R, times, more) return make({"many"}, {id = id, R = R, times = times, kind = TYPICAL}, more) end
local function texts(id, R, spoil, more) return make({"table"}, {id = id, R = R, spoil = spoil}, more) end
local function graphs(id, R, N_, more) return make({"graph"}, {id = id, R = R, N = N_}, more) end
local EDGE, GATE, BENCH = {tags = {"edge"}}, {tags = {"gate"}}, {tags = {"bench"}}
local function hidden(more) more.hidden = true return more end

local STAGES = {bronze = .3, silver = .6, gold = .9}

return lab {
  api = 1, rev = 1, id = "c09-tensor-dispatch", title = "Tensor, strides, dispatcher, autograd hooks",
  kind = "system", domain = {"frameworks", "systems"},
  seeds = {"S002-REPO-1", "S002-5-8", "S003-W45-C6", "S004-MAP-04", "S004-TOP-2", "S004-C04-T01", "S004-C04-T02",
           "S004-C04-T03", "S004-C04-T04", "S004-C04-T05", "S004-C04-T07", "S004-C04-T08", "S004-C04-EX"},
  requires = {}, suggests = {"c04-ownership"},
  hours = {read = 2, lab = 5},
  durable = {"A tensor is memory and a way to walk it: most reshaping changes the walk alone",
             "A repeated dimension is a stride of 0, and costs nothing until somebody writes to it",
             "Layers of a framework are bits, and a call goes through them from the highest down",
             "What is kept for later needs an owner and a version, not only a pointer"},
  ephemeral = {{"PyTorch's keys, their names and their order", as_of = "2024-06"}},
  readings = {
    {"pt-internals", hours = 1, look_for = [[the drawings of strides, then those of the dispatcher: which tensors of a
      call have a say in its keys, and which keys come from elsewhere?]]},
    {"pt2", hours = .5, look_for = [[section 2: why a tracer that sits in the dispatcher sees less of a program than
      one that sits in the interpreter]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"tensor.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 10, mem_MiB = 512, threads = 1},

  buffers = {
    script = {dtype = "i32", shape = {"S", "8"}, dist = gen.custom"script", note = "op, dst, src, five numbers"},
    said = {dtype = "i64", shape = {"S", "17"}, note = "status and state after each step"},
    left = {dtype = "i64", shape = {"1"}, note = "blocks that never went back"},
    a = {dtype = "f32", shape = {"T", "room"}, dist = gen.custom"values"},
    b = {dtype = "f32", shape = {"T", "room"}, dist = gen.custom"values"},
    geo = {dtype = "i64", shape = {"T", "2", "10"}, dist = gen.custom"geo", note = "dim, sizes, strides, offset"},
    c = {dtype = "f32", shape = {"T", "room"}},
    head = {dtype = "i64", shape = {"T", "8"}, note = "status, dim, sizes, allocations, bytes"},
    tables = {dtype = "i32", shape = {"R", "9", "8"}, dist = gen.custom"tables", note = "eight ops and the fallback"},
    calls = {dtype = "i32", shape = {"R", "6"}, dist = gen.custom"calls"},
    routes = {dtype = "i32", shape = {"R", ROUTE .. ""}, note = "result, number of kernels, state, trace"},
    sum = {dtype = "i64", shape = {"1"}},
    texts = {dtype = "u8", shape = {"R", "512"}, dist = gen.custom"texts"},
    loaded = {dtype = "i32", shape = {"R", "73"}},
    inputs = {dtype = "i32", shape = {"R", "64", "2"}, dist = gen.custom"inputs"},
    locals = {dtype = "f64", shape = {"R", "64", "2"}, dist = gen.custom"locals"},
    factors = {dtype = "f64", shape = {"R", "64"}, dist = gen.custom"factors", note = "what each hook multiplies by"},
    roots = {dtype = "i32", shape = {"R", "2"}, dist = gen.custom"roots", note = "n and root"},
    grads = {dtype = "f64", shape = {"R", "64"}},
    seen = {dtype = "f64", shape = {"R", "64"}, note = "what each hook was given"},
    hooks = {dtype = "i32", shape = {"R", "64"}, note = "how often each hook was called"},
  },

  calls = {
    script = call{harness = true, args = {input"script", output"said", output"left"}, verify = "script",
                  title = "storage and views"},
    add = call{harness = true, args = {i64"room", input"a", input"b", input"geo", output"c", output"head"},
               verify = "add", title = "a + b, broadcast"},
    sum_to = call{harness = true, args = {i64"room", input"a", input"b", input"geo", output"c", output"head"},
                  verify = "sum", title = "the gradient of expand"},
    route = call{harness = true, args = {input"tables", input"calls", output"routes"}, verify = "route",
                 title = "which kernels a call goes through"},
    many = call{harness = true, asks = {fn = "dispatch"},
                args = {i64"times", input"tables", input"calls", output"sum"}, verify = "many",
                title = "dispatches"},
    table = call{harness = true, asks = {fn = "load_table"},
                 args = {input"texts", output"loaded"}, verify = "table", title = "tables as text"},
    graph = call{harness = true, asks = {fn = "backward"},
                 args = {input"inputs", input"locals", input"factors", input"roots", output"grads",
                 output"seen", output"hooks"}, verify = "graph", title = "backward, with hooks"},
  },
  partial = {by = "case", functions = {script = 4, add = 2, sum_to = 1, route = 3, many = 1, table = 2, graph = 2}},
  counters = {view_allocs = "allocations of views, save and unsave",
              extra_bytes = "bytes allocated besides the result's elements"},

  cases = {
    script("a-few-steps", 40, 0),
    script("steps", 1500, 0),
    script("overlaps", 28, 0, {kind = 1, tags = {"edge"}, note = "b lies in t's own storage, moved or turned"}),
    script("too-large", 4, 0, {kind = 2, tags = {"edge"}, note = "more elements than 2^40; and none"}),
    script("corners", 38, 0, {kind = 3, tags = {"edge"}, note = "sizes, steps and overlaps that are rarely drawn"}),
    script("no-memory", 800, 1, {tags = {"edge"}, note = "some allocations are refused"}),
    script("hidden-steps", gen.pick{900, 1000}, 1, hidden{}),
    pairs_of("shapes", {"add", "sum_to"}, 200),
    pairs_of("wide-sums", {"sum_to"}, 100, {fine = 1, tags = {"edge"}, note = "large numbers and small ones"}),
    pairs_of("hidden-shapes", {"add", "sum_to"}, gen.pick{120, 140}, hidden{}),
    routes("a-plus-b", 2, ADDITION, {tags = {"edge"}, note = "one addition, without autocast and with it"}),
    routes("routes", 400, ANY),
    routes("hidden-routes", gen.pick{200, 220}, ANY, hidden{}),
    many("some", 16, 64),
    many("hidden-some", gen.pick{5, 7}, gen.pick{40, 60}, hidden{}),
    texts("tables", 40, 0),
    texts("wrong-tables", 300, 1, {tags = {"edge"}, note = "the first line that is wrong is named"}),
    texts("corner-tables", 12, 2, {tags = {"edge"}, note = "what separates words, and which names are the same"}),
    texts("hidden-tables", gen.pick{150, 170}, 1, hidden{}),
    graphs("small-graphs", 100, 6),
    graphs("graphs", 60, 40),
    graphs("one-node", 4, 1, EDGE),
    graphs("hidden-graphs", gen.pick{50, 60}, gen.pick{20, 30}, hidden{}),
    large("row-vector", ROWVECTOR, {tags = {"gate", "bench"}, note = "1,024 x 1,024, and a row"}),
    large("column", COLUMN, {tags = {"bench"}, note = "2 x 512 x 1,024, and a column"}),
    many("calls", 64, 400000, BENCH),
  },

  gates = {
    gate{id = "views", call = "script", case = "steps", counter = "view_allocs", op = "==", value = 0,
         why = "a view is a few numbers: nothing is copied, nothing allocated"},
    gate{id = "broadcast", call = "add", case = "row-vector", counter = "extra_bytes", op = "<=", value = 256,
         why = "the repeated operand is read again and again, never written out"},
  },
  bench = {
    bench{id = "row", call = "add", case = "row-vector", stages = STAGES, title = "a matrix and a row",
          bytes = "12*n*n", why = "a bias: the innermost loop has to be a plain one"},
    bench{id = "column", call = "add", case = "column", stages = STAGES, title = "three dimensions and a column",
          bytes = "12*n*n", why = "a stride of 0 inside"},
    bench{id = "dispatch", call = "many", case = "calls", stages = STAGES, title = "nanoseconds of a call",
          why = "each small operation of a program pays this before it does anything"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "MFLOP", rtol = .05, answer = "f.n*f.n/1e6",
            ask = "A matrix of {{= n(f.n)}} × {{= n(f.n)}} plus a row of {{= n(f.n)}}: additions, in millions?",
            worked = "One an element of the result."},
    predict{id = "bytes", axis = "bytes", unit = "MB", rtol = .05, answer = "(8*f.n*f.n + 4*f.n)/1e6",
            ask = "And bytes, in MB, that must be read and written at least once?",
            worked = "Matrix and result, 4 B an element each; the row is {{= n(4*f.n)}} B and stays in L1."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", rtol = .05, answer = "f.n*f.n/(8*f.n*f.n + 4*f.n)",
            ask = "So FLOP for each byte?", worked = "An eighth: memory decides."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", rtol = .01, answer = "f.n*f.n",
            ask = "How many of these additions are independent of each other?", worked = "All."},
    predict{id = "failure", axis = "failure",
            choices = {"wrong gradients and no message", "a message at backward", "a crash"},
            answer = "wrong gradients and no message",
            ask = [[Versions stand in each tensor and not in the storage. Somebody changes a view of what was saved.
              What happens at backward?]],
            worked = "The saved tensor's own version has not moved: nobody notices."},
  },

  facts = function(hw)
    local f = {n = N, gold = STAGES.gold, bw = hw.h200.bw + 0.0}
    f.strides = function(s)
      local r, step = {}, 1
      for k = #s, 1, -1 do r[k], step = step, step*s[k] end
      return r
    end
    f.list = function(t)
      local s = {}
      for k, v in ipairs(t) do s[k] = ("%d"):format(v) end
      return "(" .. table.concat(s, ", ") .. ")"
    end
    -- elements that two dimensions of sizes m and n with strides s and t can be joined: 1 or 0
    f.joins = function(s, n, t) return s == n*t and 1 or 0 end
    f.span = function(size, stride)
      local at = 0
      for k = 1, #size do at = at + (size[k] - 1)*stride[k] end
      return at + 1
    end
    f.keys = {CPU = 0, CUDA = 1, Sparse = 2, ADInplaceOrView = 3, Autograd = 4, Tracer = 5, Autocast = 6, Batched = 7}
    f.set = function(...)
      local s = 0
      for _, k in ipairs({...}) do s = s | 1 << f.keys[k] end
      return s
    end
    f.top = function(s)
      local k = -1
      while s > 0 do k, s = k + 1, s >> 1 end
      return k
    end
    f.elements = function(us, rate) return us*1e-6*rate end
    return f
  end,

  questions = {
    q.table{id = "strides", unit = "1", rtol = 1e-9, seed = "S004-C04-T03",
      ask = [[A contiguous tensor of ({{= p.a}}, {{= p.b}}, {{= p.c}}) elements; its first and last dimension change
        places. Strides of the result?]],
      rows = {"stride of dimension 0", "of 1", "of 2"}, columns = {"elements"},
      vary = {a = {2, 5}, b = {3, 7}, c = {4, 6}},
      answer = function(f, p) local s = f.strides({p.a, p.b, p.c}) return {{s[3]}, {s[2]}, {s[1]}} end,
      hint = "Write down the contiguous strides, last one first; then exchange two of them.",
      worked = [[Contiguous: {{= f.list(f.strides({p.a, p.b, p.c}))}}. A transpose changes places of sizes and of
        strides, and of nothing in memory.]]},
    q.num{id = "expanded", unit = "1", rtol = 1e-9, seed = "S004-C04-T03",
      ask = [[A tensor of ({{= p.a}}, 1) is expanded to ({{= p.n}}, {{= p.a}}, {{= p.b}}). How many floats of memory
        does the result use?]],
      vary = {n = {8, 16}, a = {3, 5}, b = {100, 1000}},
      answer = function(f, p) return f.span({p.n, p.a, p.b}, {0, 1, 0}) end,
      wrong = {{value = function(_, p) return p.n*p.a*p.b end, hint = "So many elements, but two strides are 0."},
               {value = function(_, p) return p.a*p.b end, hint = "The last dimension is repeated, too."}},
      worked = "Strides (0, 1, 0): all {{= n(p.n*p.a*p.b)}} elements lie in {{= p.a}} floats."},
    q.num{id = "sliced", unit = "1", rtol = 1e-9, seed = "S004-C04-T03",
      ask = [[A contiguous tensor of ({{= p.a}}, {{= p.b}}); of dimension 1 every {{= p.s}}th element is taken, from
        number 1. Where in the storage is element (2, 1) of the result?]],
      vary = {a = {4, 6}, b = {10, 12}, s = {2, 3}},
      answer = function(_, p) return 1 + 2*p.b + p.s end,
      wrong = {{value = function(_, p) return 2*p.b + p.s end, hint = "The view begins at 1: its offset."},
               {value = function(_, p) return 2 + 2*p.b end, hint = "Neighbours of the view are a step apart."}},
      worked = "Offset 1, strides ({{= p.b}}, {{= p.s}}): 1 + 2·{{= p.b}} + {{= p.s}}."},
    q.num{id = "highest", unit = "1", rtol = 1e-9, seed = "S004-C04-T04",
      ask = [[Keys by number: CPU 0, CUDA 1, Sparse 2, ADInplaceOrView 3, Autograd 4, Tracer 5, Autocast 6, Batched 7.
        Arguments have CPU, ADInplaceOrView and Autograd; the thread includes Autocast and {{= p.k}}, and excludes
        Autograd. Autocast and ADInplaceOrView fall through, all others have kernels. Whose is called? Its number.]],
      vary = {k = {"CUDA", "Sparse", "Tracer"}},
      answer = function(f, p) return f.keys[p.k] end,
      wrong = {{value = function(f) return f.keys.Autocast end, hint = "That one has nothing to do here."},
               {value = function(f) return f.keys.Autograd end, hint = "The thread excludes it."}},
      worked = [[The set is (arguments or included) and not excluded, without what falls through; of the rest, the
        highest.]]},
    q.num{id = "set", unit = "1", rtol = 1e-9, seed = "S004-C04-T04",
      ask = [[With the same numbers: a tensor has CPU and {{= p.k}}. What is its key set, as a number?]],
      vary = {k = {"Autograd", "Batched", "ADInplaceOrView"}},
      answer = function(f, p) return f.set("CPU", p.k) end,
      wrong = {{value = function(f, p) return f.keys[p.k] end, hint = "A bit for each key."}},
      worked = "1 + 2^{{= f.keys[p.k]}} = {{= f.set('CPU', p.k)}}."},
    q.num{id = "worth", unit = "1", rtol = .02, seed = "S004-C04-T01",
      ask = [[A call costs {{= p.us}} µs before its kernel runs. On a card that moves {{= n(f.bw/1e12, 1)}} TB/s, an
        addition of two float tensors moves 12 B an element. From how many elements does the kernel take longer than the
        call?]],
      vary = {us = {2, 5, 10}},
      answer = function(f, p) return f.elements(p.us, f.bw)/12 end,
      wrong = {{value = function(f, p) return f.elements(p.us, f.bw)/4 end, hint = "Two are read, and one written."}},
      worked = "{{= p.us}}e-6 s · {{= n(f.bw/1e12, 1)}} TB/s / 12 B = {{= n(f.elements(p.us, f.bw)/12, 0)}} elements."},
    q.choice{id = "autocast-first", seed = "S004-C04-T08",
      ask = "Why does autocast come before autograd?",
      options = {"So that its casts are recorded, and gradients come back in the type of the parameter",
                 "Because casts are cheap", "So that autograd is not called for casts"}, answer = 1,
      worked = [[Below autograd nobody records. The product would be saved in 16 bits, and its gradient would meet a
        parameter in 32 without the cast between.]]},
    q.choice{id = "no-grad", seed = "S004-C04-T07",
      ask = "What does inference_mode save that no_grad does not?",
      options = {"The call of autograd's kernels, and version counting", "The graph", "Memory of the results"},
      answer = 1,
      worked = [[Under no_grad the kernels are called, look at a flag and record nothing. In inference mode their keys
        are not in the set.]]},
    q.multi{id = "copies", seed = "S004-C04-T03",
      ask = "t is contiguous, of (4, 6). Which of these have to copy?",
      options = {"t.view(2, 12)", "t.transpose(0, 1).reshape(24)", "t[:, ::2].reshape(4, 3, 1)",
                 "t.transpose(0, 1).contiguous()", "t[1:3].view(12)"}, answer = {2, 4},
      worked = [[A dimension may be cut, and neighbours joined when the outer stride is the inner size times the inner
        stride. After a transpose it is not.]]},
    q.order{id = "call", seed = "S004-C04-T01",
      ask = "a + b of two parameters under autocast, from Python.",
      items = {"Python's binding unpacks the arguments", "The dispatcher makes the key set", "Autocast's kernel casts",
               "Autograd's kernel makes a node", "The CPU's kernel adds", "The node is put onto the result"},
      hint = "Highest key first; who calls comes back last."},
    q.text{id = "stale", min_words = 50, seed = "S003-W45-C6",
      ask = [["One of the variables needed for gradient computation has been modified by an inplace operation." Explain
        to somebody who has this message what was saved, what was compared, why a view of it is enough, and two ways
        out. Say also which change it does not catch.]],
      rubric = {"a saved tensor with the version that its storage had; compared when backward takes it out",
                "views share storage and so its version: a write through any of them counts",
                "ways out: not in place, a clone before, or an operation that does not need what was changed",
                "writes that go around the library, such as through a raw pointer or .data, are not counted"}},
  },

  hints = {
    {on = "build", match = {"defines no", "implicit declaration", "undeclared", "undefined reference", "unknown type"},
     "tensor.c defines the functions of lab.h, with sys_alloc for memory."},
    {on = "case:no-memory", "Nothing is half done: *ret is untouched, and no owner was counted."},
    {on = "case:corners", [[Sizes below 0 are BAD everywhere; 2^40 elements are not too many; a step may be the
      largest int64_t. In add_, b may be one element of t, or lie ahead of it, and still change while it is read.]]},
    {on = "gate:views", "A view is *ret = *t, one owner more, and other numbers."},
    {on = "call:script", [[The report names the step and what is off. Draw the storage as a row of boxes, and where
      strides lead.]]},
    {on = "gate:broadcast", "A stride of 0 reads the same element again: nothing has to be written out."},
    {on = "call:add", "Align sizes at the last dimension; a dimension that is missing or 1 has a stride of 0."},
    {on = "case:wide-sums", "2^24 + 1 is no float. Add up in double, and round once."},
    {on = "call:sum_to", "Each element of t goes to one of the result: the one that expand would have read."},
    {on = "case:a-plus-b", "With autocast: Autocast, Autograd, CPU. And the set that a kernel sees is its caller's."},
    {on = "call:route", [[(keys | included) & ~excluded once, in dispatch. Then the highest that does not fall through;
      if it has neither kernel nor fallback, NO_KERNEL. restore() puts back, it does not clear.]]},
    {on = "call:many", "register_fallback changes what falls through for all ops."},
    {on = "case:wrong-tables", "Work on a copy of the dispatcher, and keep it if all lines were right."},
    {on = "case:corner-tables", [[Only a space ends a word; names and keys are compared whole, with those of all lines
      before; find() is asked for an empty name, too.]]},
    {on = "call:table", "Cut at #, split at spaces; blank lines count. The last line may have no end."},
    {on = "call:graph", "A node used twice gets two gradients; its hook sees the sum, once."},
    {on = "bench:row", "Take the last dimension out of the loop over indices: a plain loop for strides 1, 1 and 0."},
    {on = "bench:column", "With a stride of 0 inside, load it once before the loop."},
    {on = "bench:dispatch", "Work out at registration which keys fall through: then one mask and one bit scan."},
    {after = 3, "Take a tensor of 2 x 3, write down its strides, and do transpose, slice and view by hand."},
  },
}
