// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

import dev.interlock.report.data.Measurement;
import java.util.function.Consumer;

/** A benchmark, or a count, that gives one measurement of a backend. */
public interface Benchmark {

    /**
     * What is measured.
     *
     * @return a title
     */
    String title();

    /**
     * Takes the measurement.
     *
     * @param doing told what is being done, on the calling thread
     * @return the figures
     * @throws Exception if the figures could not be had
     */
    Measurement run(Consumer<String> doing) throws Exception;
}
