/* A resolved lab as ridge-exec reads it: what is refused with which words, and what is tied to what. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <string.h>

#include "runner/exec/lab.h"

static const char WHOLE[] =
    "{'id':'w','lang':'c','dir':'labs/w','kernels':'kernels/w','reference':'ref.c','backends':['cpu'],"
    "'limits':{'wall_s':3,'threads':2},"
    "'buffers':{'x':{'dtype':'f32','dist':{'kind':'uniform','lo':-1}},"
    "           'y':{'dtype':'f99','dist':null,'split':true,'guard':{'cells':[4,2],'of':'dst'}}},"
    "'calls':[{'name':'f','oracle':'f','args':[{'kind':'input','name':'x'},{'kind':'output','name':'y'},"
    "                                          {'kind':'i32','name':'n'}],'asks':{'fn':{'y':'g'},'args':['a','']}},"
    "         {'name':'made','verify':'v','args':[],'emitted':{'by':'f','text':'y','lang':'cuda'}}],"
    "'cases':[{'id':'a','judged':true,'tags':[],'fields':{'n':4,'word':'no number'},"
    "          'calls':[{'call':'f','scalars':[4],'counts':{'x':4,'y':-4},'shapes':{'x':[2,2]},'tol':{'kind':'exact'},"
    "                    'launch':{'grid':[3],'block':[32,2],'smem':-1}}]},"
    "         {'id':'b','tags':['bench'],'calls':[]},"
    "         {'id':'c','tags':['gate'],'calls':[{'call':'f','tols':{'x':{'kind':'abs','eps':0.5}}},{'call':'gone'}]},"
    "         {'id':'d','tags':['gate'],'hidden':true,'judged':true,'calls':[{'call':'made'}]}],"
    "'gates':[{'id':'g1','call':'f','case':'c','counter':'c_loads','op':'<=','value':7,'why':'w'},"
    "         {'id':'g2','call':'f','case':'a','counter':'c_stores','op':'<=','value':7,'why':'w'},"
    "         {'id':'g3','call':'f','counter':'regs','op':'<=','value':7,'why':'w','compile':true}],"
    "'bench':[{'id':'p','call':'f','case':'c','stages':{'gold':2,'bronze':0.5}},{'id':'q','call':'f','case':'b'}],"
    "'curves':[{'id':'loss','call':'f','case':'a','output':'y','title':'Loss'}]}";

static json_t *source;
static struct lab lab;
static struct err said;

/* The manifest with `from` replaced by `to`; quotes are single ones. */
static int open_with(const char *from, const char *to)
{
    char text[4096];
    const char *at = strstr(WHOLE, from);
    cr_assert_not_null(at, "%s", from);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - WHOLE), WHOLE, to, at + strlen(from));
    for (char *c = text; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    json_error_t je;
    source = json_loads(text, 0, &je);
    cr_assert_not_null(source, "%s", je.text);
    return lab_open(source, &lab, &said);
}

static void shut(void)
{
    lab_close(&lab);
    json_decref(source);
}

Test(lab, what_it_needs_is_named)
{
    static const struct {
        const char *from, *to, *says;
    } t[] = {
        { "'lang':'c'", "'lang':7", "The lab of this job has no \"lang\"." },
        { "'name':'f'", "'nam':'f'", "In the lab of this job, calls[0] has no \"name\"." },
        { "'kind':'output'", "'kind':1", "In the lab of this job, calls[0].args[1] is not usable." },
        { "'tags':['bench']", "'tags':[1]", "In the lab of this job, cases[1].tags[0] is not usable." },
        { "'counter':'c_loads',", "", "In the lab of this job, gates[0] has no \"counter\"." },
        { "'case':'b'}]", "'cas':'b'}]", "In the lab of this job, bench[1] has no \"case\"." },
        { "'output':'y'", "'outpu':'y'", "In the lab of this job, curves[0] has no \"output\"." },
        { "'verify':'v',", "", "In the lab of this job nothing judges the call made." },
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        cr_expect_eq(open_with(t[k].from, t[k].to), -1, "%s", t[k].says);
        cr_expect_str_eq(said.text, t[k].says);
        shut();
    }
}

Test(lab, arguments_know_their_buffers_and_cases_their_calls)
{
    cr_assert_eq(open_with("'id':'w'", "'id':'w'"), 0, "%s", said.text);
    const struct lab_call *f = lab_call(&lab, "f");
    cr_assert_eq(f, &lab.calls[0]);
    cr_expect_null(lab_call(&lab, "gone"));
    cr_expect_eq(lab_arg(f, "y"), 1);
    cr_expect_eq(lab_arg(f, "z"), f->nargs);
    cr_expect_eq(f->args[0].role, LAB_INPUT);
    cr_expect_eq(f->args[0].buffer->dist.kind, DATA_UNIFORM);
    cr_expect_eq(f->args[2].role, LAB_VALUE);
    cr_expect_eq(f->args[2].code, 'i');
    cr_expect_null(f->args[2].buffer);
    const struct lab_buffer *y = f->args[1].buffer;
    cr_expect(!y->known && y->split && y->guarded && y->guard[0] == 4 && y->guard[1] == 2);
    cr_expect_str_eq(y->guard_of, "dst");
    cr_expect_eq(y->dist.kind, DATA_UNKNOWN, "a distribution that is null is one that nobody knows");
    cr_expect_str_eq(f->args[1].fn, "g");
    cr_expect_null(f->asks_fn);
    cr_expect_eq(f->nasks_args, 2);
    cr_expect(lab.calls[1].emitted && lab.calls[1].emitted_cuda && !f->emitted);
    cr_expect_eq(lab.cases[0].runs[0].call, f);
    cr_expect_null(lab_run(&lab.cases[2], "gone")->call);
    cr_expect_eq(lab.mem_MiB, 1024);
    cr_expect_eq(lab.threads, 2);
    shut();
}

Test(lab, a_case_says_what_of_it_cannot_be)
{
    cr_assert_eq(open_with("'id':'w'", "'id':'w'"), 0, "%s", said.text);
    const struct lab_run *a = &lab.cases[0].runs[0], *c = &lab.cases[2].runs[0];
    cr_expect_eq(a->args[0].count, 4);
    cr_expect_eq(a->args[1].count, -1, "below zero");
    cr_expect_eq(c->args[0].count, -1, "not there");
    cr_expect_eq(a->args[0].dims, 2);
    cr_expect_eq(a->args[1].tol.kind, LAB_TOL_EXACT);
    cr_expect_eq(c->args[0].tol.kind, LAB_TOL_ABS);
    cr_expect_eq(c->args[1].tol.kind, LAB_TOL_SCRATCH, "tols that do not name it");
    cr_expect(a->grid[0] == 3 && a->grid[1] == 1 && a->block[1] == 2 && a->smem == 0);
    cr_expect_eq(a->of->nfields, 1, "words are no fields of a case");
    cr_expect_eq(lab_field(a->of, "n", 0), 4);
    cr_expect_eq(lab_field(a->of, "m", -3), -3);
    shut();
}

Test(lab, a_tensor_map_is_an_argument_with_the_sizes_of_its_case)
{
    static const char plain[] = "{'kind':'input','name':'x'}", tiled[] = "{'kind':'input','name':'x','tile':true}";
    cr_assert_eq(open_with(plain, tiled), 0, "%s", said.text);
    cr_expect_eq(lab_call(&lab, "f")->args[0].code, 't');
    cr_expect_eq(lab_call(&lab, "f")->args[1].code, 'b');
    cr_expect_eq(lab.cases[0].runs[0].args[0].map.rank, 0, "the case says nothing of a map");
    shut();
    cr_assert_eq(open_with("'shapes':{'x':[2,2]},", "'shapes':{'x':[2,2]},'maps':{'x':{'dims':[2,2],'strides':[8],"
                           "'box':[4,1],'swizzle':3}},"), 0, "%s", said.text);
    cr_expect_eq(lab.cases[0].runs[0].args[0].map.rank, 0, "the argument is a pointer");
    shut();
    const char *both = "{'kind':'input','name':'x','tile':true},{'kind':'output','name':'y'},"
                       "                                          {'kind':'i32','name':'n'}],'asks':{'fn':{'y':'g'},"
                       "'args':['a','']}},"
                       "         {'name':'made','verify':'v','args':[],'emitted':{'by':'f','text':'y','lang':'cuda'}}],"
                       "'cases':[{'id':'a','judged':true,'tags':[],'fields':{'n':4},'calls':[{'call':'f','scalars':[4],"
                       "'counts':{'x':4,'y':4},'shapes':{'x':[2,2]},'tol':{'kind':'exact'},"
                       "'maps':{'x':{'dims':[3,2],'strides':[16],'box':[4,1],'swizzle':3}},"
                       "'launch':{'grid':[3],'block':[32,2],'smem':0}}]},";
    const char *from = strstr(WHOLE, "{'kind':'input','name':'x'}"), *to = strstr(WHOLE, "         {'id':'b','tags'");
    char old[1200];
    snprintf(old, sizeof old, "%.*s", (int)(to - from), from);
    cr_assert_eq(open_with(old, both), 0, "%s", said.text);
    const struct proto_map *m = &lab.cases[0].runs[0].args[0].map;
    cr_expect(m->rank == 2 && m->dim[0] == 3 && m->dim[1] == 2 && m->stride[0] == 16);
    cr_expect(m->box[0] == 4 && m->box[1] == 1 && m->swizzle == 3);
    cr_expect_eq(m->type, 7, "CU_TENSOR_MAP_DATA_TYPE_FLOAT32");
    shut();
}

Test(lab, a_job_may_be_for_some_gates_alone)
{
    cr_assert_eq(open_with("'id':'w'", "'id':'w'"), 0, "%s", said.text);
    json_t *ids = json_pack("[s]", "g2");
    lab_narrow(&lab, NULL);
    cr_assert_eq(lab.ngates, 3, "no list, no change");
    cr_expect(lab.cases[2].gate && lab.cases[3].gate);
    lab_narrow(&lab, ids);
    cr_assert_eq(lab.ngates, 2, "what the compiler says costs no run, and stays");
    cr_expect_str_eq(lab.gates[0].id, "g2");
    cr_expect_str_eq(lab.gates[1].id, "g3");
    cr_expect(!lab.cases[2].gate && !lab.cases[3].gate);
    json_decref(ids);
    shut();
}

Test(lab, gates_and_benches_find_what_they_measure)
{
    cr_assert_eq(open_with("'id':'w'", "'id':'w'"), 0, "%s", said.text);
    cr_expect_eq(lab.benches[0].run, &lab.cases[2].runs[0]);
    cr_expect_null(lab.benches[1].run, "the case does not run the call");
    cr_expect_eq(lab.benches[0].bronze, 0.5);
    cr_expect_eq(lab.benches[0].nstages, 2);
    cr_expect(lab_gates(&lab.gates[0], lab.benches[0].run) && !lab_gates(&lab.gates[0], &lab.cases[0].runs[0]));
    int n = 0, judged = 0;
    for (const struct lab_run *r = NULL; (r = lab_next(&lab, r)); n++)
        judged += r->of->judged;
    cr_expect_eq(n, 4, "all calls of all cases, over one that has none");
    cr_expect_eq(judged, 2, "a case for a gate alone is not judged, a hidden one is");
    shut();
}
