-- The decision quiz: is a learned system the right tool here? Every option has its reason.
return card {
  seeds = {"S002-7", "S002-7-1", "S002-7-2", "S002-7-4", "S002-7-SIG"},
  readings = {{"huyen"}},
  facts = function() return {w = 8e9, price = 2.5} end,
  questions = {
    q.choice{id = "table", seed = "S002-7-1",
      ask = [[{{= n(p.rows)}} customers, {{= p.cols}} columns, one label: leaves or stays. A colleague
        proposes to fine-tune a language model on the rows written out as sentences.]],
      vary = {rows = {3000, 12000}, cols = {18, 40}},
      options = {"Fine-tune: it knows more of the world.", "Boosted trees first, with a linear model beside them.",
                 "Neither: collect a million rows first."},
      answer = 2,
      wrong = {{value = 1, hint = [[What it knows of the world is not in the columns, and with so few rows it
                  can't show that it helps. What would it have to beat?]]},
               {value = 3, hint = "Trees work at this size. More rows may help later; today they only delay."}},
      worked = [[Small, tabular, plain: trees are hard to beat, train in seconds, and say which column
        mattered. What would change it: text in the rows that the columns do not hold.]]},

    q.choice{id = "deadline", seed = "S002-7-2",
      ask = [[Card payments: a verdict within {{= p.ms}} ms, always. A model of {{= n(f.w/1e9)}} billion weights
        scores best offline, from one generated token.]],
      vary = {ms = {2, 3}},
      options = {"Serve it on an H100 with a good scheduler.", "Cache its answers.",
                 "Distil it into something small, or use trees; no large model in the path."},
      answer = 3,
      wrong = {{value = 1, hint = [[Reading its weights once takes {{= ms(2*f.w/hw.h100.bw)}}. A scheduler can only
                  add to that.]]},
               {value = 2, hint = "Payments rarely repeat, and a miss breaks the deadline as before."}},
      worked = [[The floor is {{= ms(2*f.w/hw.h100.bw)}} a token against {{= p.ms}} ms, before queues. The
        large model may label the data that trains the small one.]]},

    q.choice{id = "notes", seed = "S002-7-SIG",
      ask = [[A hospital, {{= p.doctors}} doctors, wants summaries of notes that must not leave its walls.
        Nobody waits: they are read the next morning.]],
      vary = {doctors = {40, 120}},
      options = {"A provider's API: the load is tiny.", "An open model on a machine of their own, in batch at night.",
                 "Rules that cut the notes into sentences."},
      answer = 2,
      wrong = {{value = 1, hint = "The load speaks for it. Which constraint ranks above the load?"},
               {value = 3, hint = "A summary needs what rules do badly, and the reader would notice."}},
      worked = [[Sovereignty ranks first, and latency is free, so one modest machine that works through the
        night suffices. No serving stack for thousands; still the skills of weeks 5 and 6.]]},

    q.choice{id = "demo", seed = "S002-7-4",
      ask = [[A start-up, a demo, {{= p.users}} users. Should they rent eight GPUs and tune kernels?]],
      vary = {users = {30, 200}},
      options = {"Yes: latency sells demos.", "No: buy by the token, and log what would be needed.",
                 "Rent one GPU and write the server themselves."},
      answer = 2,
      wrong = {{value = 1, hint = [[One H100 alone is {{= n(f.price*24*30,0)}} USD a month at {{= n(f.price,2)}} USD an
                  hour. With {{= p.users}} users, how full is it?]]},
               {value = 3, hint = "An evening's fun, and a weekly cost in attention, for a batch of one."}},
      worked = [[There is no batch to fill and no tail to trim, and the product will change next month.
        The log of requests is what later says whether to build.]]},

    q.choice{id = "bill", seed = "S002-7-SIG",
      ask = [[A product sends {{= n(p.b)}} billion tokens a month to a provider at {{= n(p.usd,2)}} USD a
        million. Prompts share long prefixes and the feature has not changed for a year.]],
      vary = {b = {400, 900}, usd = {0.6, 0.9}},
      options = {"Stay: {{= n(p.b*1e3*p.usd)}} USD is the price of peace.",
                 "Price owning it: the load is steady, the shape is known, the bill is {{= n(p.b*1e3*p.usd)}} " ..
                     "USD a month.",
                 "Train a model of their own."},
      answer = 2,
      wrong = {{value = 1, hint = "Perhaps, but that needs a number on the other side."},
               {value = 3, hint = "Nothing here is wrong with the model."}},
      worked = [[{{= n(p.b*1e3)}} million tokens cost {{= n(p.b*1e3*p.usd)}} USD a month, as much as
        {{= n(p.b*1e3*p.usd/(f.price*24*30),0)}} H100s at {{= n(f.price,2)}} USD an hour. Stable and
        large: cost ranks above iteration speed. That is the signal.]]},

    q.choice{id = "rule",
      ask = [[Invoices of three suppliers, always the same three forms. Somebody wants a vision model to
        read the total.]],
      options = {"A template for each form, and a person for what fails to match.",
                 "A vision model: forms may change.", "A vision model, checked by a second one."},
      answer = 1,
      wrong = {{value = 2, hint = "Then a template fails loudly and is mended in an hour. How does the model fail?"},
               {value = 3, hint = "Two systems that agree on a wrong digit are worse than one that stops."}},
      worked = [[Three fixed forms are a rule. It fails loudly, costs nothing to run, and can be tested to
        the last case. Three hundred suppliers would be another question.]]},

    q.multi{id = "signals", seed = "S002-7-SIG",
      ask = "Which of these, ranked above iteration speed, speak for building?",
      options = {"cost at a steady load", "novelty", "a latency that providers don't offer", "prestige",
                 "data that must stay", "scale that no provider sells"},
      answer = {1, 3, 5, 6},
      wrong = {{value = 2, hint = "Novelty is the reason to keep changing one's mind."},
               {value = 4, hint = "Ask who pays for it."}},
      worked = "Cost, latency, sovereignty, scale: the four for which flexibility may be traded."},
  },
}
