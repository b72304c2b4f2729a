-- The drill two: two candidates for one place, the second of which meets the target that the first has left.

-- What two rows are like; kernels/w05b-specdec/drills/two/oracle.c fills them.
local ANY, EQUAL, DISJOINT, ONE_HOT, SPIKES, HOLES, NEAR = 0, 1, 2, 3, 4, 5, 6

local function law(id, V, rows, more)
  local c = {id = id, V = V, rows = rows, calls = {"law"}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function edge(note) return {tags = {"edge"}, note = note} end

return drill {
  id = "two", rev = 1, title = "Two candidates, one law", hours = 1.5, needs = "correct",
  edit = {"two.c"}, skeleton = "two.c", reference = "ref.c",

  buffers = {
    rows = {dtype = "f32", shape = {"2", "V"}, dist = gen.custom"rows", note = "the target's row, then the draft's"},
    mass = {dtype = "f64", shape = {"3", "V"}, note = "probability of each token, by which candidate it was"},
    wide = {dtype = "f32", shape = {"2*V + 2*rounds"}, dist = gen.custom"wide"},
    dice = {dtype = "u64", shape = {"1"}, dist = gen.custom"dice"},
    work = {dtype = "f32", shape = {"V"}},
    toks = {dtype = "i32", shape = {"rounds", "2"}, note = "token, and which candidate"},
    fault = {dtype = "f64", shape = {"3"}},
  },

  calls = {
    law = call{harness = true, args = {i32"V", input"rows", output"mass", output"fault"}, verify = "law",
               title = "exact law of spec_two"},
    wide = call{harness = true, args = {i32"V", i32"rounds", input"wide", input"dice", output"work", output"toks",
                output"fault"}, verify = "wide", title = "spec_two over a large vocabulary"},
  },

  cases = {
    law("two-tokens", 2, ANY, edge()),
    law("equal", 5, EQUAL, edge"p = q: the first is always accepted"),
    law("disjoint", 6, DISJOINT, edge"nothing is accepted"),
    law("one-hot", 5, ONE_HOT, edge"both candidates are the same token"),
    law("spikes", 4, SPIKES, edge"both rows have a single token, not the same"),
    law("holes", 7, HOLES, edge"p without tokens of q, q without tokens of p"),
    law("near", 5, NEAR, edge"q is a hair above p everywhere: nothing is left of the residual"),
    law("twelve", 12, ANY),
    law("hidden", gen.pick{5, 9, 13}, gen.pick{ANY, HOLES, ONE_HOT}, {hidden = true}),
    {id = "hidden-wide", hidden = true, V = gen.pick{500, 1500}, rounds = 200, calls = {"wide"}},
    {id = "wide", V = 8192, rounds = 256, calls = {"wide"}, tags = {"gate"}},
  },

  gates = {
    gate{id = "loads", call = "wide", case = "wide", counter = "c_loads", op = "<=", value = "rounds*(1.3*V + 64)",
         on = "cpu", why = "a row is read as a whole after a refusal only: once for each candidate that is refused"},
  },

  hints = {
    {on = "case:twelve", [[Write down what the first candidate pays of each token, whichever it was: min(p, q). What is
      left of p, and what do you divide it by to have a row again? The second meets that row.]]},
    {on = "case:near", [[p < q at every token: a refusal is possible, and (p - q)+ is zero everywhere. Which row has
      anything to draw from?]]},
    {on = "gate:loads", [[A test asks for two numbers. Which rounds need the residual at all?]]},
  },
}
