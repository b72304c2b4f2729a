return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[[
  {"answer":"explain","text":[
    "The profile of the kernels as they were found named three bounds, and I wrote down a counter for each",
    "before I changed a line. In softmax_rows a thread had a row, so a request used a word of each of 32",
    "sectors, and it read the row three times. I predicted 16 for g_ld_sec, since I thought of two readings;",
    "it fell from 98304 to 4096, by 24, and the stores by eight with it. In append_kv keys were stored by each",
    "of three passes: now a pair is turned and scaled where it is, and g_st_sec fell from 4096 to 2048 as I had",
    "said; loads by 1.9, since the angles stay. In conv1d each output asked for its eight inputs and weights",
    "anew. Four outputs a thread and a tile made 260 of 4352 for g_ld_req, 16.74 times fewer, where I had",
    "computed 16 without the halo. sh_wave rose there from 0 to 1032, the price of the tile, without a",
    "conflict. The first disappointed me in a pleasant way: I had not read the kernel carefully enough. The",
    "wholes are counted kernel by kernel, and their product would say nothing, since the three never run in",
    "one launch."]}]],
     [[
  {"answer":"explain","text":[
    "g_ld_sec and g_st_sec and g_ld_req fell as I had said",
    "g_ld_sec and g_st_sec and g_ld_req fell as I had said",
    "g_ld_sec and g_st_sec and g_ld_req fell as I had said",
    "g_ld_sec and g_st_sec and g_ld_req fell as I had said",
    "g_ld_sec and g_st_sec and g_ld_req fell as I had said",
    "g_ld_sec and g_st_sec and g_ld_req fell as I had said",
    "g_ld_sec and g_st_sec and g_ld_req fell as I had said",
    "g_ld_sec and g_st_sec and g_ld_req fell as I had said",
    "g_ld_sec and g_st_sec and g_ld_req fell as I had said",
    "g_ld_sec and g_st_sec and g_ld_req fell as I had said",
    "g_ld_sec and g_st_sec and g_ld_req fell as I had said",
    "g_ld_sec and g_st_sec and g_ld_req fell as I had said",
    "g_ld_sec and g_st_sec and g_ld_req fell as I had said",
    "g_ld_sec and g_st_sec and g_ld_req fell as I had said"]}]]},
  },
  fails = "explain", message = "The text repeats itself",
  why = "fills the page: the same line until the words are enough",
}
