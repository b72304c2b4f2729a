/* Whether the emulator's log of a lab's call tells all of it: what is missing, torn or forged makes it no proof. */
#include <criterion/criterion.h>
#include <string.h>

#include "runner/simt/host/simt.h"

static const uint32_t grid[3] = { 4, 1, 1 }, block[3] = { 128, 1, 1 };

#define JOINED ",0,4,16,16,4,16,16,0,0,0,0]"
#define HEAD "[16,0,1,4,4,128,16,16,4,512,0,0,0,0,0"
#define ROW HEAD JOINED
#define LINE(seq, kernel, traced, rows, errors) \
    "{\"t\":\"launch\",\"seq\":" seq ",\"kernel\":\"" kernel "\",\"grid\":[4,1,1],\"block\":[128,1,1],\"blocks\":4," \
    "\"traced\":" traced ",\"error\":0,\"access\":[" rows "],\"errors\":[" errors "],\"totals\":{}}\n"
#define GOOD LINE("3", "scale", "4", ROW, "")

static int whole(const char *text, int full, int launched, struct err *why)
{
    struct simt_expected w = { .full = full, .launched = launched, .kernel = "scale", .grid = grid, .block = block };
    why->text[0] = 0;
    return !simt_whole(&w, text, strlen(text), why);
}

Test(simt_whole, what_the_runtime_writes_is_whole)
{
    struct err why;
    cr_assert(whole(GOOD, 0, 1, &why), "%s", why.text);
    cr_assert(whole(GOOD "{\"t\":\"errors\",\"errors\":[]}\n", 0, 1, &why), "%s", why.text);
    cr_assert(whole(GOOD LINE("4", "child", "4", "", ""), 0, 1, &why), "grids of the kernel's own: %s", why.text);
    cr_assert(whole("", 0, 0, &why), "nothing to launch: %s", why.text);
}

Test(simt_whole, what_is_missing_or_foreign_is_told)
{
    static const struct {
        const char *log, *says;
        int full;
    } t[] = {
        { "", "no line of the launch", 0 },
        { "{\"t\":\"end\",\"errors\":[]}\n", "no line of the launch", 0 },
        { GOOD, "The log is full", 1 },
        { GOOD "{\"t\":\"lau", "last line of the log is torn", 0 },
        { "\n" GOOD, "not the runtime's", 0 },
        { "{\"t\":\"end\",\"errors\":[],\"rest\":" GOOD, "not the runtime's", 0 },
        { GOOD GOOD, "out of its turn", 0 },
        { LINE("0", "scale", "4", ROW, ""), "out of its turn", 0 },
        { LINE("3", "other", "4", ROW, ""), "not the lab's", 0 },
        { LINE("3", "scale", "3", ROW, ""), "3 of 4", 0 },
        { LINE("3", "scale", "-1", ROW, ""), "Not every block", 0 },
        { LINE("3", "scale", "4", "[16,0,1,4,4,257,16,16,4,512,0,0,0,0,0" JOINED, ""), "do not add up", 0 },
        { LINE("3", "scale", "4", "[16,0,1,4,4,3,16,16,4,512,0,0,0,0,0" JOINED, ""), "do not add up", 0 },
        { LINE("3", "scale", "4", "[16,0,1,4,4,128,1,16,1,512,0,0,0,0,0" JOINED, ""), "do not add up", 0 },
        { LINE("3", "scale", "4", HEAD ",0,4,16,16,4,15,16,0]", ""), "do not add up", 0 },
        { LINE("3", "scale", "4", HEAD ",0,5,16,16,4,16,16,0]", ""), "do not add up", 0 },
        { LINE("3", "scale", "4", HEAD ",0,4,16,16,4,16,16,1]", ""), "do not add up", 0 },
        { LINE("3", "scale", "4", "[16]", ""), "do not add up", 0 },
        { "{\"t\":\"launch\",\"kernel\":\"scale\",\"grid\":[4,1,1],\"block\":[128,1,1],\"seq\":1,\"error\":0}\n",
          "not what the runtime writes", 0 },
    };
    struct err why;
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        cr_assert_not(whole(t[k].log, t[k].full, 1, &why), "%zu", k);
        cr_assert(strstr(why.text, t[k].says), "%zu: %s", k, why.text);
    }
}

/* A launch that was given up did not run all its blocks; its error is what counts. */
Test(simt_whole, a_launch_with_an_error_is_judged_by_it)
{
    struct err why;
    cr_assert(whole(LINE("3", "scale", "2", ROW, "{\"kind\":\"race\"}"), 0, 1, &why), "%s", why.text);
}
