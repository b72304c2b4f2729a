#define _GNU_SOURCE
#include "map.h"
#include "program_elf.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ops.h"
#include "runner/box/spawn.h"

#define HEAD "ridge-simt-map 9" /* another number when flops.c or ops.c makes something else of an instruction */
enum { HOOK_CALL = 5 /* bytes of a call */, PLACES = 1 << 20, BLOCKS = 1 << 20, OPS = 1 << 24, TEXT_MAX = 512 };

struct place {
    uint32_t pc;
    int line;
    char *file, *function;
};

struct simt_map {
    char *program, *dir, *base, *path;
    int boxed, readable, known, dirty; /* known: the blocks are there */
    int want_ops, has_ops;
    struct ops ops;
    uint64_t start;                    /* of the image */
    struct simt_block *block;
    size_t nblocks, block_room;
    struct place *place; /* sorted by pc */
    size_t nplaces, place_room;
};

/* ---- the ELF image ------------------------------------------------------------------------------------- */

/* Where the lowest segment lies: what the runtime takes pcs relative to. -1 when this is no program. */
static int image_start(const char *path, uint64_t *ret)
{
    Elf64_Ehdr h;
    Elf64_Phdr ph;
    uint64_t least = UINT64_MAX;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    if (pread(fd, &h, sizeof h, 0) == sizeof h && !memcmp(h.e_ident, ELFMAG, SELFMAG) &&
        h.e_ident[EI_CLASS] == ELFCLASS64 && h.e_phentsize == sizeof ph)
        for (int k = 0; k < h.e_phnum; k++) {
            off_t at = (off_t)(h.e_phoff + (uint64_t)k * sizeof ph);
            if (pread(fd, &ph, sizeof ph, at) == sizeof ph && ph.p_type == PT_LOAD && ph.p_vaddr < least)
                least = ph.p_vaddr;
        }
    close(fd);
    if (least == UINT64_MAX)
        return -1;
    *ret = least;
    return 0;
}

/* ---- tools --------------------------------------------------------------------------------------------- */

static void shell_word(struct text *t, const char *s)
{
    text_add(t, " '", 2);
    for (; *s; s++)
        text_addf(t, *s == '\'' ? "'\\''" : "%c", *s);
    text_add(t, "'", 1);
}

/* The tools' output may be larger than a pipe: files in dir receive the output. */
static int run_tools(const struct simt_map *m, const char *script, struct err *e)
{
    const char *argv[] = {"/bin/sh", "-c", script, NULL};
    struct box box = {
        .ro = {"/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/alternatives", m->program},
        .rw = {m->dir, "/dev/null"},
        .cwd = m->dir,
        .cpu_s = 60,
        .fsize_MiB = 1024,
        .as_MiB = 8192,
        .nofile = 64,
        .in_fd = -1,
        .cpu = -1};
    if (!m->boxed)
        box.ro[0] = "/";
    struct spawn_result s = spawn_wait(argv, &box, NULL, 120);
    int ok = s.end == SPAWN_EXIT && !s.code;
    if (!ok && s.code == 127)
        err_set(
            e,
            "The programs objdump and addr2line were not found, so that nothing has a line. Install them (Debian: "
            "apt install binutils).");
    else if (!ok)
        err_set(e, "The program objdump or addr2line failed: %.300s", text_str(&s.output));
    text_finish(&s.output);
    return ok ? 0 : -1;
}

static FILE *in_dir(const struct simt_map *m, const char *name, const char *mode)
{
    char *p = util_path("%s/%s", m->dir, name);
    FILE *f = fopen(p, mode);
    free(p);
    return f;
}

/* ---- blocks -------------------------------------------------------------------------------------------- */

static struct simt_block *add_block(struct simt_map *m, uint32_t pc)
{
    if (m->nblocks == BLOCKS)
        return NULL;
    if (m->nblocks == m->block_room) {
        size_t room = m->block_room ? m->block_room * 2 : 1024;
        struct simt_block *more = realloc(m->block, room * sizeof *more);
        if (!more)
            return NULL;
        m->block = more;
        m->block_room = room;
    }
    m->block[m->nblocks] = (struct simt_block){.pc = pc};
    return &m->block[m->nblocks++];
}

/* An instruction that is there for the hooks alone: their call, and what brings them their address. */
static int of_hooks(const char *op, const char *operands, const char *next)
{
    if (strstr(operands, "%fs:0x28") || strstr(operands, "<__stack_chk_fail>")) /* the stack's canary */
        return 1;
    if (!strncmp(op, "call", 4))
        return strstr(operands, "<__tsan_") || strstr(operands, "<__sanitizer_");
    size_t n = strlen(operands);
    return next && strstr(next, "<__tsan_") && n > 4 && !strcmp(operands + n - 4, "%rdi");
}

struct insn {
    uint64_t at;
    char op[24], operands[200];
};

/* "  401136:\tvaddss 0x4(%rax),%xmm0,%xmm0"; a label gives op "" and at 0. */
static int next_insn(FILE *f, struct insn *i)
{
    char line[1024];
    while (fgets(line, sizeof line, f)) {
        size_t n = strlen(line);
        while (n && (line[n - 1] == '\n' || line[n - 1] == ' '))
            line[--n] = 0;
        *i = (struct insn){0};
        if (n > 2 && !strcmp(line + n - 2, ">:"))
            return 1;
        int used = 0;
        if (sscanf(line, " %lx: %23s %n", &i->at, i->op, &used) < 2 || !strncmp(line, "Disassembly", 11))
            continue;
        snprintf(i->operands, sizeof i->operands, "%s", used ? line + used : "");
        return 1;
    }
    return 0;
}

/* The instruction as the device's, where a time is asked for. */
static void read_ops(struct simt_map *m, struct simt_block *b, const struct insn *i)
{
    uint64_t to = ops_add(&m->ops, i->op, i->operands, (uint32_t)(i->at - m->start));
    int back = to && to <= i->at && to >= m->start;
    if (to >= m->start && m->ops.n)
        m->ops.op[m->ops.n - 1].pc = (uint32_t)(to - m->start) + HOOK_CALL;
    if (b->back && !back)
        return; /* what follows a loop's last jump back runs once */
    if (back)
        b->back = (uint32_t)(to - m->start) + HOOK_CALL;
    b->nops = (uint32_t)m->ops.n - b->op;
}

enum { RECENT = 16 };
/* What a block had before each of its last instructions. */
struct recent {
    struct before {
        uint64_t at, to; /* to: where it jumps, or 0 */
        unsigned insts;
        size_t ops;
        int widens; /* to 64 bits */
    } row[RECENT];
    unsigned n;
};

static void remember(struct recent *r, const struct simt_map *m, const struct simt_block *b, const struct insn *i)
{
    r->row[r->n++ % RECENT] = (struct before){i->at, i->op[0] == 'j' ? strtoull(i->operands, NULL, 16) : 0, b->insts,
                                              m->ops.n, !strcmp(i->op, "movslq") || !strcmp(i->op, "cltq")};
}

/* The compiler's check of an object's size or of an index: a comparison, for an index of its value made wider, jumps
 * over a call, the call. All of it but the address is taken back. */
static void forget_check(struct recent *r, struct simt_map *m, struct simt_block *b, uint64_t call, int index)
{
    unsigned k = r->n > RECENT ? r->n - RECENT : 0;
    while (k < r->n && r->row[k % RECENT].to != call + HOOK_CALL)
        k++;
    if (k == r->n)
        return;
    unsigned least = r->n > RECENT ? r->n - RECENT : 0;
    k -= k > least; /* the comparison */
    k -= k > least && index && r->row[(k - 1) % RECENT].widens;
    const struct before *first = &r->row[k % RECENT];
    b->insts = first->insts;
    if (m->want_ops && first->ops >= b->op && first->ops <= m->ops.n) {
        m->ops.n = first->ops;
        b->nops = (uint32_t)m->ops.n - b->op;
    }
    r->n = 0;
}

/* Blocks begin after a hook's call and end where the next begins, or the function ends. */
static void read_blocks(struct simt_map *m, FILE *f)
{
    struct insn now = {0}, next;
    struct simt_block *b = NULL;
    struct recent recent = {0};
    int have = next_insn(f, &now), begins = 0;
    while (have) {
        int more = next_insn(f, &next);
        if (!now.op[0]) {
            m->ops.function = 1;
            b = NULL;
            begins = 0;
        } else {
            if (begins)
                b = add_block(m, (uint32_t)(now.at - m->start));
            if (begins && b) {
                recent.n = 0;
                b->op = (uint32_t)m->ops.n;
                ops_begin(&m->ops, b->pc);
            }
            if (b)
                b->size = (uint32_t)(now.at - m->start) - b->pc + 1; /* to its last instruction, at least */
            if (b)
                remember(&recent, m, b, &now);
            if (b && m->want_ops)
                read_ops(m, b, &now);
            begins = !strncmp(now.op, "call", 4) && strstr(now.operands, "<__sanitizer_cov_trace_pc>");
            if (b && !of_hooks(now.op, now.operands,
                               more && !strncmp(next.op, "call", 4) ? next.operands : NULL)) {
                b->insts++;
                flops_of(now.op, now.operands, b->flops);
            }
            if (b && strstr(now.operands, "<__ubsan_handle_"))
                forget_check(&recent, m, b, now.at, strstr(now.operands, "<__ubsan_handle_out_of_bounds>") != NULL);
        }
        now = next;
        have = more;
    }
}

static int by_block(const void *a, const void *b)
{
    const struct simt_block *x = a, *y = b;
    return x->pc < y->pc ? -1 : x->pc > y->pc;
}

static void sort_blocks(struct simt_map *m)
{
    if (m->nblocks)
        qsort(m->block, m->nblocks, sizeof *m->block, by_block);
}

/* The block that holds an address, or NULL. */
static struct simt_block *block_at(struct simt_map *m, uint64_t at)
{
    uint64_t pc = at - m->start;
    size_t lo = 0, hi = m->nblocks;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (m->block[mid].pc <= pc)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo && at >= m->start && pc - m->block[lo - 1].pc <= m->block[lo - 1].size ? &m->block[lo - 1]
                                                                                     : NULL;
}

/* What the device does in one instruction stands here as a mark, and the emulation's own work is taken off.
 */
static void apply_mark(uint64_t at, unsigned kind, unsigned count, void *data)
{
    struct simt_block *b = block_at(data, at);
    if (!b || count > 1u << 20)
        return;
    if (kind == MARK_F16 || kind == MARK_BF16)
        b->flops[FLOPS_F16] += count;
    else if (kind == MARK_SPECIAL)
        b->special += count;
    else if (kind == MARK_NOT_F32)
        b->flops[FLOPS_F32] -= count < b->flops[FLOPS_F32] ? count : b->flops[FLOPS_F32];
    else if (kind == MARK_NOT_F64)
        b->flops[FLOPS_F64] -= count < b->flops[FLOPS_F64] ? count : b->flops[FLOPS_F64];
}

/* Of a program the runtime is nine tenths, which no hook follows: what lies around the user's functions is left out. */
static FILE *disassembly(struct simt_map *m, uint64_t from, uint64_t to, struct err *e)
{
    struct text script = {0};
    text_addf(&script, "exec objdump -d --no-show-raw-insn -j .text --start-address=%#llx --stop-address=%#llx",
              (unsigned long long)from, (unsigned long long)to);
    shell_word(&script, m->program);
    text_addf(&script, " >prog.dis");
    FILE *f = run_tools(m, text_str(&script), e) ? NULL : in_dir(m, "prog.dis", "r");
    text_finish(&script);
    return f;
}

static void disassemble(struct simt_map *m, struct err *e)
{
    uint64_t from, to;
    struct elf_program *p = elf_program_open(m->program);
    int hooked = p && elf_program_callers(p, "__sanitizer_cov_trace_pc", &from, &to);
    FILE *f = hooked ? disassembly(m, from, to, e) : NULL;
    if (f)
        read_blocks(m, f);
    if (f)
        fclose(f);
    if (f || (p && !hooked)) {
        sort_blocks(m);
        flops_marks(p, apply_mark, m);
        m->known = m->dirty = 1;
        m->has_ops = m->want_ops;
    }
    elf_program_close(p);
    char *dis = util_path("%s/prog.dis", m->dir);
    unlink(dis);
    free(dis);
}

const struct simt_block *map_block(const struct simt_map *m, uint32_t pc)
{
    struct simt_block key = {.pc = pc};
    return m->nblocks ? bsearch(&key, m->block, m->nblocks, sizeof key, by_block) : NULL;
}

const struct simt_block *map_blocks(const struct simt_map *m, size_t *n, const struct gpu_op **ops)
{
    *n = m->nblocks;
    *ops = m->ops.op;
    return m->block;
}

/* ---- places -------------------------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    return x->pc < y->pc ? -1 : x->pc > y->pc;
}

static void sort_places(struct simt_map *m)
{
    if (m->nplaces)
        qsort(m->place, m->nplaces, sizeof *m->place, by_place);
}

static const struct place *find_place(const struct simt_map *m, uint32_t pc)
{
    struct place key = {.pc = pc};
    return m->nplaces ? bsearch(&key, m->place, m->nplaces, sizeof key, by_place) : NULL;
}

/* "./a.cu", "/home/me/a.cu" below base → "a.cu". "x/../a.cu" stays as it is. */
static const char *shorten(const struct simt_map *m, const char *file)
{
    while (!strncmp(file, "./", 2))
        file += 2;
    size_t n = m->base ? strlen(m->base) : 0;
    if (n && !strncmp(file, m->base, n) && file[n] == '/')
        file += n + 1;
    return file;
}

bool map_knows(const struct simt_map *m, uint32_t pc)
{
    return find_place(m, pc) != NULL;
}

struct simt_place map_place(const struct simt_map *m, uint32_t pc)
{
    const struct place *p = find_place(m, pc);
    return p ? (struct simt_place){shorten(m, p->file), p->function, p->line}
             : (struct simt_place){"", "", 0};
}

static void add_place(struct simt_map *m, uint32_t pc, const char *file, const char *function, int line)
{
    if (m->nplaces == PLACES)
        return;
    if (m->nplaces == m->place_room) {
        size_t room = m->place_room ? m->place_room * 2 : 256;
        struct place *more = realloc(m->place, room * sizeof *more);
        if (!more)
            return;
        m->place = more;
        m->place_room = room;
    }
    m->place[m->nplaces++] = (struct place){pc, line, strdup(file), strdup(function)};
}

/* Where the bracket stands that the last character closes, or NULL. */
static const char *opened(const char *from, const char *end, char open, char shut)
{
    int depth = 0;
    while (end-- > from)
        if ((depth += (*end == shut) - (*end == open)) == 0)
            return end;
    return NULL;
}

/* "S::S(S const&)" and "S::operator=(S const&)": what copies an S. gcc writes most of these itself, and names the line
 * of the struct for them, where the line that copies is meant. */
static int is_copy(const char *function)
{
    const char *end = function + strlen(function), *args = opened(function, end, '(', ')'), *name;
    if (!args)
        return 0;
    const char *type = args + 1, *stop = end - 1;
    while (stop > type && stop[-1] == '&')
        stop--;
    if (stop == end - 1)
        return 0;
    if (stop - type > 6 && !strncmp(stop - 6, " const", 6))
        stop -= 6;
    size_t n = (size_t)(stop - type), len;
    if (strncmp(function, type, n) || strncmp(function + n, "::", 2))
        return 0;
    name = function + n + 2;
    len = (size_t)(args - name);
    if (len == 9 && !strncmp(name, "operator=", 9))
        return 1;
    if (stop > type && stop[-1] == '>' && !(stop = opened(type, stop, '<', '>')))
        return 0;
    return (size_t)(stop - type) >= len && !strncmp(stop - len, name, len) &&
           ((size_t)(stop - type) == len || stop[-(ptrdiff_t)len - 1] == ':');
}

/* Whose is it? 2 the user's, 1 the system's or a library's, 0 one of the emulator's headers, what copies a
 * struct or the rewriter put into the user's, or unknown, -1 its runtime: no place to send anybody to. */
static int rank_of(const char *file, const char *function)
{
    if (strstr(file, "/simt/rt/"))
        return -1;
    if (!*file || file[0] == '?' || strstr(file, "/runner/simt/") || !strcmp(file, "<built-in>") ||
        strstr(function, "simt_assigned") || is_copy(function))
        return 0;
    return !strncmp(file, "/usr/", 5) || !strncmp(file, "/opt/", 5) ? 1 : 2;
}

/* addr2line -a -i: an address, then function and file:line of each frame, innermost first. */
static void read_places(struct simt_map *m, FILE *f)
{
    char *line = NULL, function[TEXT_MAX] = "", file[TEXT_MAX] = "", fn[TEXT_MAX];
    size_t room = 0; /* a template's name may be as long as it likes */
    uint64_t at = 0;
    int rank = -1, number = 0, have = 0;
    while (getline(&line, &room, f) > 0) {
        line[strcspn(line, "\n")] = 0;
        if (!strncmp(line, "0x", 2)) {
            if (have)
                add_place(m, (uint32_t)(at + 1 - m->start), file, function, number);
            at = strtoull(line, NULL, 16);
            rank = -1;
            number = 0;
            have = 1;
            file[0] = function[0] = 0;
            continue;
        }
        snprintf(fn, sizeof fn, "%s", line);
        if (getline(&line, &room, f) <= 0)
            break;
        line[strcspn(line, "\n")] = 0;
        char *note = strstr(line, " (discriminator"), *colon;
        if (note)
            *note = 0;
        colon = strrchr(line, ':');
        int n = colon ? atoi(colon + 1) : 0;
        if (colon)
            *colon = 0;
        int whose = rank_of(line, fn);
        function_name(fn);
        if (whose > rank) {
            rank = whose;
            snprintf(file, sizeof file, "%s", line[0] == '?' ? "" : line);
            snprintf(function, sizeof function, "%s", fn[0] == '?' ? "" : fn);
            number = n;
        }
    }
    if (have)
        add_place(m, (uint32_t)(at + 1 - m->start), file, function, number);
    free(line);
}

void map_resolve(struct simt_map *m, const uint32_t *pc, size_t n)
{
    size_t asked = 0;
    FILE *f = m->readable ? in_dir(m, "prog.pcs", "w") : NULL;
    if (!f)
        return;
    for (size_t k = 0; k < n; k++)
        if (pc[k] && !find_place(m, pc[k])) {
            fprintf(f, "0x%lx\n", (unsigned long)(m->start + pc[k] - 1));
            asked++;
        }
    int bad = fclose(f);
    struct text script = {0};
    text_addf(&script, "exec addr2line -a -i -f -C -e");
    shell_word(&script, m->program);
    text_addf(&script, " <prog.pcs >prog.lines");
    f = asked && !bad && !run_tools(m, text_str(&script), NULL) ? in_dir(m, "prog.lines", "r") : NULL;
    if (f) {
        read_places(m, f);
        fclose(f);
        sort_places(m);
        m->dirty = 1;
    }
    text_finish(&script);
}

/* ---- the file ------------------------------------------------------------------------------------------ */

static void read_line(struct simt_map *m, char *line)
{
    unsigned pc;
    int n, used = 0;
    char *file, *tab;
    struct simt_block v = {0};
    if (sscanf(line, "B %x %u %u %u %u %u %u %x %u %u", &v.pc, &v.size, &v.insts, &v.flops[0], &v.flops[1], &v.flops[2],
               &v.special, &v.back, &v.op, &v.nops) == 10) {
        struct simt_block *b = add_block(m, v.pc);
        if (b)
            *b = v;
    } else if (sscanf(line, "L %x %d%n", &pc, &n, &used) == 2 && line[used] == ' ' &&
               (tab = strchr(file = line + used + 1, '\t'))) {
        *tab = 0;
        add_place(m, pc, file, tab + 1, n);
    }
}

/* The instructions, as they lie in memory. */
static void read_ops_of(struct simt_map *m, FILE *f, size_t n)
{
    struct gpu_op *op = n && n <= OPS ? malloc(n * sizeof *op) : NULL;
    int ok = op && fread(op, sizeof *op, n, f) == n;
    for (size_t k = 0; ok && k < n; k++)
        ok = op[k].kind < OP_KINDS;
    for (size_t k = 0; ok && k < m->nblocks; k++)
        ok = m->block[k].op <= n && m->block[k].nops <= n - m->block[k].op;
    if (ok) {
        m->ops.op = op;
        m->ops.n = m->ops.room = n;
        m->has_ops = 1;
    } else {
        free(op);
    }
}

static int load(struct simt_map *m)
{
    FILE *f = fopen(m->path, "r");
    char line[2 * TEXT_MAX + 64];
    if (!f)
        return -1;
    int ok = fgets(line, sizeof line, f) && !strcmp(line, HEAD "\n");
    size_t ops = 0;
    while (ok && !ops && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        if (sscanf(line, "O %zu", &ops) != 1)
            read_line(m, line);
    }
    if (ops)
        read_ops_of(m, f, ops);
    fclose(f);
    sort_blocks(m);
    sort_places(m);
    m->known = ok;
    return ok ? 0 : -1;
}

/* Beside its place first, then there in one step: another run may be at the same. */
static void save(const struct simt_map *m)
{
    char *tmp = util_path("%s.%ld", m->path, (long)getpid());
    FILE *f = fopen(tmp, "w");
    if (f) {
        fprintf(f, HEAD "\n");
        for (size_t k = 0; k < m->nblocks; k++) {
            const struct simt_block *b = &m->block[k];
            fprintf(f, "B %x %u %u %u %u %u %u %x %u %u\n", b->pc, b->size, b->insts, b->flops[0], b->flops[1],
                    b->flops[2], b->special, b->back, b->op, b->nops);
        }
        for (size_t k = 0; k < m->nplaces; k++)
            fprintf(f, "L %x %d %s\t%s\n", m->place[k].pc, m->place[k].line, m->place[k].file,
                    m->place[k].function);
        if (m->has_ops && m->ops.n) {
            fprintf(f, "O %zu\n", m->ops.n);
            fwrite(m->ops.op, sizeof *m->ops.op, m->ops.n, f);
        }
        int bad = ferror(f);
        if (fclose(f) || bad || rename(tmp, m->path))
            unlink(tmp);
    }
    free(tmp);
}

struct simt_map *map_open(const struct simt_map_options *o, struct err *e)
{
    struct simt_map *m = calloc(1, sizeof *m);
    if (!m)
        abort();
    m->program = strdup(o->program ? o->program : "");
    m->dir = strdup(o->dir && *o->dir ? o->dir : "/tmp");
    m->base = o->base ? strdup(o->base) : NULL;
    m->boxed = o->boxed;
    m->path = util_path("%s.map", m->program);
    m->readable = !image_start(m->program, &m->start);
    if (!m->readable) {
        err_set(e, "%s is not a program.", m->program);
        return m;
    }
    m->want_ops = o->ops;
    if (load(m) || (o->ops && !m->has_ops)) {
        m->nblocks = 0;
        disassemble(m, e);
    }
    return m;
}

void map_close(struct simt_map *m)
{
    if (!m)
        return;
    if (m->dirty && m->known)
        save(m);
    for (size_t k = 0; k < m->nplaces; k++) {
        free(m->place[k].file);
        free(m->place[k].function);
    }
    free(m->place);
    ops_finish(&m->ops);
    free(m->block);
    free(m->program);
    free(m->dir);
    free(m->base);
    free(m->path);
    free(m);
}
