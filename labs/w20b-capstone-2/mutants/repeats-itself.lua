return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[[
  {"answer":"explain","text":[
    "The profile of the kernels as they were found named three bounds, and I wrote down a counter for each",
    "before I changed a line. In lengths the loads used a third of each sector, so I staged the points",
    "through shared memory and predicted a third of g_ld_sec: the counter fell from 9216 to 3072 and the",
    "bench by the 2.5 that the stores leave, not by the 3 that I had said. In row_sums each load of the tile",
    "met one bank; one word more a row took the conflicts away: sh_wave fell from 4608 to 1024, and sectors",
    "stayed where they were. In dots loads were four bytes wide; sixteen bytes make a quarter of g_ld_req,",
    "512 in place of 2048, at the same sectors. Nothing else moved, which the second profile of each shows,",
    "but for the 1536 wavefronts that the stage of lengths costs. The first disappointed: I had forgotten the",
    "stores, which no change of the loads can shrink. The wholes are measured kernel by kernel, and their",
    "product would say nothing, since the three never run in one launch."]}]],
     [[
  {"answer":"explain","text":[
    "g_ld_sec and sh_wave and g_ld_req fell as I had said",
    "g_ld_sec and sh_wave and g_ld_req fell as I had said",
    "g_ld_sec and sh_wave and g_ld_req fell as I had said",
    "g_ld_sec and sh_wave and g_ld_req fell as I had said",
    "g_ld_sec and sh_wave and g_ld_req fell as I had said",
    "g_ld_sec and sh_wave and g_ld_req fell as I had said",
    "g_ld_sec and sh_wave and g_ld_req fell as I had said",
    "g_ld_sec and sh_wave and g_ld_req fell as I had said",
    "g_ld_sec and sh_wave and g_ld_req fell as I had said",
    "g_ld_sec and sh_wave and g_ld_req fell as I had said",
    "g_ld_sec and sh_wave and g_ld_req fell as I had said",
    "g_ld_sec and sh_wave and g_ld_req fell as I had said",
    "g_ld_sec and sh_wave and g_ld_req fell as I had said",
    "g_ld_sec and sh_wave and g_ld_req fell as I had said"]}]]},
  },
  fails = "explain", message = "The text repeats itself",
  why = "fills the page: the same line until the words are enough",
}
