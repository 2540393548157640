// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.measure;

import dev.interlock.report.data.Measurement;
import java.util.function.Consumer;

/** One measurement to take. */
public interface Exercise {

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
