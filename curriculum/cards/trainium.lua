return card {
  seeds = {"S001-05"},
  sources = {
    "AWS: *Neuron documentation*: architecture of Trainium, Trainium2, Trainium3 and Inferentia2; " ..
        "architecture guides for NKI; Neuron Persistent Cache; compilation in vLLM Neuron",
    "The cards trn1, trn2, trn3 and h100 of Ridge's hardware list, each figure with its kind and date",
  },
  ephemeral = {{"The figures of all chips, and the path of the compiler", as_of = "2026-11"}},
  facts = function(hw)
    return {longest = 4096, links = hw.trn1.links, links_inf2 = hw.trn1.links_inf2}
  end,
  questions = {
    q.num{id = "neffs", unit = "1", rtol = 0, seed = "S001-05",
      ask = [[A server pads a prompt to one of {{= p.s}} lengths and runs prefill with one prompt at a time. It decodes
        in batches of one of {{= p.b}} sizes, the cache padded to one of the same lengths. How many binaries does the
        compiler make?]],
      vary = {s = {5, 6, 7}, b = {3, 4, 8}},
      answer = function(f, p) return p.s + p.s*p.b end,
      wrong = {{value = function(f, p) return p.s*p.b end, hint = "Prefill has shapes of its own."},
               {value = function(f, p) return p.s + p.b end,
                hint = "A decode step has two sizes, and each pair of them is a graph."}},
      worked = [[{{= p.s}} for prefill, and {{= p.s}} · {{= p.b}} for decode. One more batch size costs
        {{= p.s}} more.]]},

    q.num{id = "rows", unit = "1", rtol = .02, seed = "S001-05",
      ask = [[bf16 weights are multiplied with a batch of tokens, and only the weights count as traffic. From how many
        tokens on is one {{= hw[p.chip].name:gsub(", one chip", "")}} bound by arithmetic?]],
      vary = {chip = {"trn1", "trn2", "trn3"}},
      answer = function(f, p, hw) return hw[p.chip].ridge end,
      wrong = {{value = function(f, p, hw) return hw[p.chip].ridge/2 end,
                hint = "2 FLOP for each weight and token, but a weight has two bytes."},
               {value = function(f, p, hw) return 2*hw[p.chip].ridge end,
                hint = "A multiply-add is two operations."}},
      worked = [[2 FLOP a token over 2 B is one FLOP/B a token: as many tokens as the ridge,
        {{= n(hw[p.chip].ridge, 0)}}.]]},

    q.num{id = "million", unit = "1", rtol = .01, seed = "S001-05",
      ask = [[An instance that you may rent at {{= p.usd}} $ an hour does {{= p.share}} % of the {{= n(p.tok)}} tok/s
        that your GPUs do (example figures, nobody's offer). What do a million tokens cost on it, in dollars?]],
      vary = {usd = {10, 14, 20}, share = {60, 75, 90}, tok = {2000, 3000}},
      answer = function(f, p) return p.usd/3600/(p.tok*p.share/100)*1e6 end,
      wrong = {{value = function(f, p) return p.usd/3600/p.tok*1e6 end,
                hint = "That is what it would cost if it were as fast as the GPUs."},
               {value = function(f, p) return p.usd/3600/p.tok*p.share/100*1e6 end,
                hint = "Fewer tokens in an hour make each of them dearer."}},
      worked = [[{{= n(p.tok*p.share/100)}} tok/s are {{= n(3.6e-3*p.tok*p.share/100, 2)}} million an hour:
        {{= n(p.usd/3600/(p.tok*p.share/100)*1e6, 3)}} $ a million.]]},

    q.choice{id = "print", seed = "S001-05",
      ask = [[With lazy tensors, somebody prints the loss between the backward pass and the optimiser, in each step.
        What does it cost from the second step on?]],
      options = {"a compilation in each step",
                 "what computes the loss is run there by itself, and the host waits for it in each step",
                 "nothing: the value was computed anyway"},
      answer = 2,
      wrong = {{value = 1, hint = "The graphs have the shapes that they had before, and a cache has their binaries."},
               {value = 3, hint = "It was computed on the device, some time. The print wants it here, now."}},
      worked = [[A value that is asked for is computed now: a graph of its own, compiled in the first step, and a copy
        to the host. Nothing is recorded meanwhile, so the queue runs empty. The rest of the step comes after it.]]},
  },
}
