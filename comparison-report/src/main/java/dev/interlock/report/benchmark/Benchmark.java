// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

import dev.interlock.report.data.Measurement;
import java.util.function.Consumer;

/** A benchmark, or a count, that gives one measurement of a backend. */
public interface Benchmark {

    /**
     * The title of the measurement.
     *
     * @return a title
     */
    String title();

    /**
     * Takes the measurement.
     *
     * @param doing receives the present step, on the calling thread
     * @return the figures
     * @throws Exception if the measurement fails
     */
    Measurement run(Consumer<String> doing) throws Exception;
}
