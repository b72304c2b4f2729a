/*
 * Any bytes as what objdump and addr2line say of a learner's program, and as a map that lies beside one: blocks and
 * places come out in order, texts end. The functions that read are the file's own, so it is taken in whole.
 * sources: BUILD/runner/libridge-exec-core.a BUILD/runner/libridge-base.a -ljansson -lsodium -lm
 */
#include "fuzz.h"

#include "runner/simt/host/map.c"

static void hold(struct simt_map *m)
{
    sort_blocks(m);
    sort_places(m);
    for (size_t k = 0; k < m->nblocks; k++) {
        MUST(map_block(m, m->block[k].pc));
        block_at(m, m->start + m->block[k].pc);
    }
    for (size_t k = 0; k < m->nplaces; k++) {
        struct simt_place p = map_place(m, m->place[k].pc);
        MUST(p.file && p.function && strlen(p.file) < TEXT_MAX && strlen(p.function) < 2 * TEXT_MAX + 64);
    }
    map_close(m);
}

static struct simt_map *new_map(void)
{
    struct simt_map *m = calloc(1, sizeof *m);
    MUST(m);
    m->start = 0x400000;
    m->base = strdup("/home/me");
    return m;
}

static void from_tool(const uint8_t *data, size_t size, void (*read)(struct simt_map *, FILE *))
{
    struct simt_map *m = new_map();
    FILE *f = fmemopen((void *)data, size, "r");
    MUST(f);
    read(m, f);
    fclose(f);
    hold(m);
}

static void from_file(const char *text)
{
    struct simt_map *m = new_map();
    char *copy = strdup(text), *rest = copy, *line;
    while ((line = strsep(&rest, "\n")))
        read_line(m, line);
    free(copy);
    hold(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = size ? strndup((const char *)data, size) : NULL;
    if (!text)
        return 0;
    from_tool(data, size, read_blocks);
    from_tool(data, size, read_places);
    from_file(text);
    free(text);
    return 0;
}
