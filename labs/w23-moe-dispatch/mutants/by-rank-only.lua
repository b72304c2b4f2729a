return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[                int64_t n = p->have[r * p->mine + k];
                if (k == e) {
                    memcpy(back ? in : rows, back ? rows : in, row(p, n));]],
     [[                int64_t n = p->have[r * p->mine + k];
                if (k == e) {
                    in = p->in + (rows - start);
                    memcpy(back ? in : rows, back ? rows : in, row(p, n));]]},
    {[[static void sorted(disp_t *p, float *rows, int back)
{
]],
     [[static void sorted(disp_t *p, float *rows, int back)
{
    float *start = rows;
]]},
  },
  fails = "correct", message = "mismatch: got",
  why = "leaves rows in the order of the ranks that they came from: right with one expert on each",
}
