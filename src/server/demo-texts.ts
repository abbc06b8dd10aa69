// What the demo customer wrote and received: the facts of a bakery, and its story in two versions.

export const bakeryFacts = `Loaf & Queue is a bakery behind a blue door in Mill Lane, a side street of Sampletown.
Ines Sample started it in 2014 with the oven of a pizzeria that had closed and one recipe: her grandmother’s sourdough. Before that she was a bookkeeper for nine years.
First Saturday: forty loaves, gone within the hour. Second Saturday: the queue reached the post office, which gave us the name. Ines bought a bench for it.
Today: four bakers, twelve kinds of bread, one starter, fed every day since 2014. Flour from one mill, twenty kilometers away. When the harvest changes the flour, we change the dough, not the mill.
Ovens on at four, open at seven, sold out by noon. No second batch, because the dough rests for twenty-four hours. A note on the door says so. What is left goes to the shelter in the next street.
Tuesdays: children shape their own rolls and pick them up after school. One of the first ones bakes with us now.
2021: a second counter, at the market. Asked twice to become a chain; said no.`;

const title = '# A loaf worth queuing for';

const firstOpening = `We open at seven. By then the light behind our blue door has been on for three hours, and the first people are standing outside. By noon the shelves are bare and we shut again. That is all the advertising we have ever done.

You will find the door in Mill Lane, a side street of Sampletown where nobody passes by chance. People come here on purpose or not at all, and most of those who come once come back, which is how a street without shop windows got its queue.`;

const secondOpening =
  'Mill Lane is a side street of Sampletown where nobody passes by chance. Halfway down it is a blue door. At four in the morning the light behind it goes on; at seven the door opens; by noon the shelves are bare and we shut again. That is all the advertising we have ever done. People come here on purpose or not at all, and most of those who come once come back, which is how a street without shop windows got its queue.';

const body = `It began with a calculation. Ines Sample had been a bookkeeper for nine years when, in 2014, a pizzeria closed and its oven came up for sale. She knew exactly what an oven should cost. She also knew one recipe by heart: her grandmother’s sourdough, which takes a full day and forgives nothing. An oven and a recipe are not yet a business. But they are a bakery.

On the first Saturday she baked forty loaves and hoped to sell half of them. They were gone within the hour. On the second Saturday the queue reached the post office, and people who had come for stamps went home with bread. Somebody asked what the place was called. Ines looked at what she had: a loaf, and a queue. Then she bought a bench, because anyone who waits that long should be able to sit down.

Today there are four of us, baking twelve kinds of bread from a single starter. It has been fed every day since 2014, holidays included. The flour comes from one mill, twenty kilometers away. When the harvest changes the flour, we change the dough, not the mill.

People ask why we don’t simply bake more. The honest answer is that we can’t, not by noon. Our dough rests for twenty-four hours before it sees the oven. A second batch in the afternoon would have to be a different bread, made faster, and you would taste the hurry. So we bake what yesterday allowed, and when it’s gone, it’s gone. A note on the door says so, kindly. What little is left goes to the shelter in the next street.

There is no secret to it, though people look for one. Flour, water, salt, and the one ingredient that nobody can sell you, which is a whole day of leaving the dough alone. What we have learned since 2014 is mostly when not to touch it. New bakers find that harder than being at the ovens by four.

On Tuesdays the counter belongs to the children. They shape their own rolls, not always round but always seriously, and pick them up after school. One of the first ones bakes with us now. She still doesn’t let anybody else shape hers.

In 2021 we opened a second counter, at the market, for everyone who can’t make it to Mill Lane in the morning. It is the only time we have grown. Twice we have been asked to become a chain, and twice we looked at our starter, which fits into one bucket, and said no. You can copy a recipe and a blue door. You can’t copy a day.

So this is what we make: bread that takes twenty-four hours and sells in five. It won’t save you time. It asks you to get up, to walk down a side street, and to stand next to a stranger for a few minutes, talking about the weather and, sooner or later, about bread. We like to think that this is the other thing we make.

> Come early, or come tomorrow. There’s a bench.`;

const shortVersions = `## In 50 words

Loaf & Queue is a bakery behind a blue door in Mill Lane: four bakers, twelve breads, one starter. Our dough rests for twenty-four hours, so there is no second batch. We open at seven and are sold out by noon. Come early, or come back tomorrow; there’s a bench.

## In 160 characters

Sourdough from one starter, rested for 24 hours. Open at seven, sold out by noon. Loaf & Queue, behind the blue door in Mill Lane. Come early; we’ve a bench.

## Headlines

- A loaf worth queuing for
- Twenty-four hours in the making, gone by noon
- Behind the blue door: bread that takes its day`;

export const storyVersions = {
  first: [title, firstOpening, body, shortVersions].join('\n\n'),
  second: [title, secondOpening, body, shortVersions].join('\n\n'),
} as const;
