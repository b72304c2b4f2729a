-- The six parts of the year. Weeks follow the body of the 52-week course; its overview table draws
-- the borders of parts III to VI elsewhere and disagrees with its own chapters.

return parts {

    { n = 1, title = "Foundations", weeks = {1, 12}, seeds = {"S003-PI-GOAL", "S003-YO-I"},
      goal = [[Look at an operation and say what will limit it, in numbers, before running it. You
will count a transformer's FLOPs and bytes, tile attention so that it never leaves the chip,
pack a KV cache, split a model over several machines, and write kernels a block at a time.]] },

    { n = 2, title = "Hardware mastery", weeks = {13, 20}, seeds = {"S003-PII-GOAL", "S003-YO-II"},
      goal = [[Stop treating the GPU as a box with a peak. You will exchange registers inside a
warp, drive tensor cores, overlap copies with arithmetic, build a Hopper GEMM from its
instructions, read a profile until it names the bound, and know what the wires between chips can
carry.]] },

    { n = 3, title = "Training at scale", weeks = {21, 28},
      seeds = {"S003-PIII-GOAL", "S003-YO-III"},
      goal = [[Train what no single machine can hold. Sequences split over ranks, experts reached
by all-to-all, data that arrives in a fixed order, checkpoints that survive a killed process,
and the fine-tuning and preference methods that run on top of all that.]] },

    { n = 4, title = "Advanced inference", weeks = {29, 35},
      seeds = {"S003-PIV-GOAL", "S003-YO-IV"},
      goal = [[Serve the model and keep a promise about it. Longer contexts than it was trained
on, fewer bits than it was trained with, several tokens a step, prefill and decode on different
machines, and a scheduler that holds a latency target at a cost you can state.]] },

    { n = 5, title = "Emerging architectures", weeks = {36, 42},
      seeds = {"S003-PV-GOAL", "S003-YO-V"},
      goal = [[Ask the same questions of models that are not dense transformers. Scans instead of
attention, experts that do not fit in memory, linear attention, diffusion samplers, and video
and audio whose token counts dwarf the text.]] },

    { n = 6, title = "Compilers and infrastructure", weeks = {43, 52},
      seeds = {"S003-PVI-GOAL", "S003-YO-VI"},
      goal = [[Open the tools you have been leaning on. An SSA compiler, a schedule search,
automatic differentiation, an allocator, the collectives library and the cluster scheduler; then
one operation taken through every layer, and a capstone that crosses at least three of the
year's fields.]] },
}
