// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import org.HdrHistogram.Histogram;

/** A histogram as text, to be sent from one JVM to another. */
public final class HistogramText {

    private HistogramText() {}

    /**
     * Converts a histogram to text.
     *
     * @param histogram the histogram
     * @return the text
     */
    public static String of(Histogram histogram) {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }

    /**
     * Parses the text of a histogram.
     *
     * @param text the text
     * @return the histogram
     */
    public static Histogram parse(String text) {
        return Histogram.decodeFromByteBuffer(
                ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
    }
}
