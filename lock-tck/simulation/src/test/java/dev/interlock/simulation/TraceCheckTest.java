// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.interlock.model.Trace;
import dev.interlock.model.TraceCheck;
import dev.interlock.model.TraceModule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Traces that are broken on purpose end where the model cannot go on. */
class TraceCheckTest {

    /** Two attempts that hold a lock one after the other; the first renews its lease once. */
    private static final List<String> SOUND = List.of(
            "<<10,\"asks\",\"a1\",100>>",
            "<<20,\"grants\",\"a1\",10,100,1>>",
            "<<30,\"hears grant\",\"a1\",10,100,1>>",
            "<<40,\"writes\",\"a1\",109>>",
            "<<50,\"renews\",\"a1\",100>>",
            "<<55,\"asks\",\"a2\",100>>",
            "<<60,\"renewed\",\"a1\",50,100>>",
            "<<70,\"hears renewed\",\"a1\",50,100>>",
            "<<110,\"believes\",\"a1\",149>>",
            "<<120,\"releases\",\"a1\">>",
            "<<130,\"released\",\"a1\">>",
            "<<135,\"grants\",\"a2\",55,100,2>>",
            "<<140,\"hears grant\",\"a2\",55,100,2>>",
            "<<145,\"writes\",\"a2\",154>>");

    private final List<Trace> traces = new ArrayList<>();

    @Test
    void the_model_names_the_step_that_it_cannot_make() throws IOException, InterruptedException {
        broken("sound");
        broken("granted while another holds it", "<<75,\"grants\",\"a2\",55,100,2>>", 8);
        broken("granted without a request", "<<135,\"grants\",\"a3\",55,100,2>>", 11);
        broken("a token for the second time", 11, "<<135,\"grants\",\"a2\",55,100,1>>");
        broken("a grant that was not given", "<<57,\"hears grant\",\"a2\",55,100,2>>", 6);
        broken("believed for longer than the lease", 3, "<<40,\"writes\",\"a1\",111>>");
        broken("believed after the lease", "<<151,\"believes\",\"a1\",152>>", 9);
        broken("believed after the release", "<<125,\"believes\",\"a1\",149>>", 10);
        broken("written without a hold", "<<57,\"writes\",\"a2\",149>>", 6);
        broken("renewed after the release", "<<132,\"renewed\",\"a1\",50,100>>", 11);
        broken("not renewed though it holds", 6, "<<60,\"not renewed\",\"a1\",50,100>>");
        broken("freed by one that does not hold it", "<<142,\"released\",\"a1\">>", 13);
        broken("asked again by a holder", "<<80,\"asks\",\"a1\",100>>", 8);
        broken("believed in doubt", 8, "<<100,\"doubts\",\"a1\">>", "<<110,\"believes\",\"a1\",149>>");
        broken("asked to renew after the release", "<<121,\"renews\",\"a1\",100>>", 10);

        assertThat(new TraceCheck(TraceModule.SIMULATED, Path.of("target", "traces-broken"), 120).refused(traces))
                .extracting(refused -> refused.trace().origin(), TraceCheck.Refused::step)
                .containsExactly(
                        tuple("granted while another holds it", "<<75,\"grants\",\"a2\",55,100,2>>"),
                        tuple("granted without a request", "<<135,\"grants\",\"a3\",55,100,2>>"),
                        tuple("a token for the second time", "<<135,\"grants\",\"a2\",55,100,1>>"),
                        tuple("a grant that was not given", "<<57,\"hears grant\",\"a2\",55,100,2>>"),
                        tuple("believed for longer than the lease", "<<40,\"writes\",\"a1\",111>>"),
                        tuple("believed after the lease", "<<151,\"believes\",\"a1\",152>>"),
                        tuple("believed after the release", "<<125,\"believes\",\"a1\",149>>"),
                        tuple("written without a hold", "<<57,\"writes\",\"a2\",149>>"),
                        tuple("renewed after the release", "<<132,\"renewed\",\"a1\",50,100>>"),
                        tuple("not renewed though it holds", "<<60,\"not renewed\",\"a1\",50,100>>"),
                        tuple("freed by one that does not hold it", "<<142,\"released\",\"a1\">>"),
                        tuple("asked again by a holder", "<<80,\"asks\",\"a1\",100>>"),
                        tuple("believed in doubt", "<<110,\"believes\",\"a1\",149>>"),
                        tuple("asked to renew after the release", "<<121,\"renews\",\"a1\",100>>"));
    }

    /** The sound trace. */
    private void broken(String origin) {
        traces.add(new Trace(origin, false, SOUND));
    }

    /** The sound trace up to a step, and then another one. */
    private void broken(String origin, String step, int kept) {
        broken(origin, kept, step);
    }

    /** The sound trace up to a step, and then others. */
    private void broken(String origin, int kept, String... steps) {
        List<String> all = new ArrayList<>(SOUND.subList(0, kept));
        all.addAll(List.of(steps));
        traces.add(new Trace(origin, false, all));
    }
}
