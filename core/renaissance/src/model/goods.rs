//! Goods and the classes in which they are sold (RN-44), and stocks of them.

use super::codes::coded;

coded! {
    /// A class of goods that a location may demand (RN-44).
    GoodClass {
        /// Food.
        Food = "food",
        /// Alcohol.
        Alcohol = "alcohol",
        /// Clothing.
        Clothing = "clothing",
        /// Metals.
        Metals = "metals",
        /// Construction materials.
        ConstructionMaterials = "construction_materials",
        /// Weaponry.
        Weaponry = "weaponry",
        /// Manufactures.
        Manufactures = "manufactures",
        /// Spices.
        Spices = "spices",
        /// Drugs.
        Drugs = "drugs",
        /// Art objects.
        ArtObjects = "art_objects",
        /// Precious objects.
        PreciousObjects = "precious_objects",
        /// Fibers.
        Fibers = "fibers",
        /// Dyestuffs.
        Dyestuffs = "dyestuffs",
        /// Naval materials.
        NavalMaterials = "naval_materials",
        /// Raw materials.
        RawMaterials = "raw_materials",
    }
}

coded! {
    /// Everything that is owned and is neither money nor men: goods, weapons, animals, slaves, guns, ships.
    #[allow(missing_docs, reason = "the names say it all")]
    Good {
        Grain = "grain",
        SaltFish = "salt_fish",
        Oil = "oil",
        Butter = "butter",
        Honey = "honey",
        Candy = "candy",
        Cheese = "cheese",
        Nuts = "nuts",
        Fruit = "fruit",
        Cattle = "cattle",
        Sheep = "sheep",
        Fish = "fish",
        Sugar = "sugar",
        Horses = "horses",
        Wine = "wine",
        Beer = "beer",
        Ale = "ale",
        Spirits = "spirits",
        Kerseys = "kerseys",
        Broadcloth = "broadcloth",
        Fustians = "fustians",
        Damasks = "damasks",
        ClothOfGold = "cloth_of_gold",
        Lace = "lace",
        Leather = "leather",
        Fur = "fur",
        Linen = "linen",
        Woolens = "woolens",
        Braid = "braid",
        Caps = "caps",
        Velvet = "velvet",
        Brocades = "brocades",
        Calicos = "calicos",
        Samite = "samite",
        Camlet = "camlet",
        SilkCloth = "silk_cloth",
        Taffeta = "taffeta",
        Copper = "copper",
        Tin = "tin",
        Lead = "lead",
        Mercury = "mercury",
        Gold = "gold",
        Silver = "silver",
        Iron = "iron",
        Brass = "brass",
        Bronze = "bronze",
        Steel = "steel",
        Zinc = "zinc",
        Timber = "timber",
        Brick = "brick",
        Tile = "tile",
        Slaves = "slaves",
        Marble = "marble",
        SmallArms = "small_arms",
        Armor = "armor",
        Bows = "bows",
        Cannons = "cannons",
        Falconets = "falconets",
        Arquebuses = "arquebuses",
        Saltpeter = "saltpeter",
        Sulfur = "sulfur",
        Pikes = "pikes",
        Glass = "glass",
        Hardware = "hardware",
        Trinkets = "trinkets",
        Pottery = "pottery",
        Enamel = "enamel",
        Majolica = "majolica",
        Cauldrons = "cauldrons",
        Books = "books",
        Porcelain = "porcelain",
        Candles = "candles",
        Perfume = "perfume",
        Soap = "soap",
        Saffron = "saffron",
        Malaguetta = "malaguetta",
        Cayenne = "cayenne",
        Pepper = "pepper",
        Cinnamon = "cinnamon",
        Cloves = "cloves",
        Ginger = "ginger",
        Mace = "mace",
        Capsicum = "capsicum",
        Vanilla = "vanilla",
        Pimento = "pimento",
        Nutmeg = "nutmeg",
        Cumin = "cumin",
        Mastic = "mastic",
        Camphor = "camphor",
        Rhubarb = "rhubarb",
        Tobacco = "tobacco",
        SweetPotato = "sweet_potato",
        Quinine = "quinine",
        Cocoa = "cocoa",
        Aloe = "aloe",
        Senna = "senna",
        Galipot = "galipot",
        Kotus = "kotus",
        Kola = "kola",
        Opium = "opium",
        Carpets = "carpets",
        Manuscripts = "manuscripts",
        Tapestries = "tapestries",
        Carvings = "carvings",
        Icons = "icons",
        Amber = "amber",
        Coral = "coral",
        Relics = "relics",
        Pearls = "pearls",
        Diamonds = "diamonds",
        Sapphires = "sapphires",
        Rubies = "rubies",
        Emeralds = "emeralds",
        Onyxes = "onyxes",
        Ivory = "ivory",
        Wool = "wool",
        Flax = "flax",
        Cotton = "cotton",
        Hemp = "hemp",
        RawSilk = "raw_silk",
        Alkanet = "alkanet",
        Puccoon = "puccoon",
        Kermes = "kermes",
        Brazilwood = "brazilwood",
        Alum = "alum",
        Vermilion = "vermilion",
        Verdigris = "verdigris",
        Indigo = "indigo",
        Ochre = "ochre",
        Woad = "woad",
        Madder = "madder",
        Orchil = "orchil",
        Cochineal = "cochineal",
        Catechu = "catechu",
        Sandalwood = "sandalwood",
        Pitch = "pitch",
        Sails = "sails",
        Cordage = "cordage",
        Barques = "barques",
        Galliots = "galliots",
        Galleys = "galleys",
        Caravels = "caravels",
        Roundships = "roundships",
        Salt = "salt",
        Tallow = "tallow",
        Wax = "wax",
        Barrels = "barrels",
        Cork = "cork",
        Coal = "coal",
        Potash = "potash",
        Natron = "natron",
        Chalk = "chalk",
        Hides = "hides",
        Paper = "paper",
    }
}

impl Good {
    /// The classes that it belongs to (RN-44.1); the first is the one that it is sold in unless the seller names another.
    pub const fn classes(self) -> &'static [GoodClass] {
        use GoodClass as C;
        match self {
            Self::Grain
            | Self::SaltFish
            | Self::Oil
            | Self::Butter
            | Self::Honey
            | Self::Candy
            | Self::Cheese
            | Self::Nuts
            | Self::Fruit
            | Self::Cattle
            | Self::Sheep
            | Self::Fish => &[C::Food],
            Self::Sugar => &[C::Food, C::Spices, C::Drugs],
            Self::Horses => &[C::Food, C::Weaponry],
            Self::Wine | Self::Beer | Self::Ale | Self::Spirits => &[C::Alcohol],
            Self::Kerseys
            | Self::Broadcloth
            | Self::Fustians
            | Self::Damasks
            | Self::ClothOfGold
            | Self::Lace
            | Self::Leather
            | Self::Fur
            | Self::Linen
            | Self::Woolens
            | Self::Braid
            | Self::Caps
            | Self::Velvet
            | Self::Brocades
            | Self::Calicos
            | Self::Samite
            | Self::Camlet
            | Self::SilkCloth
            | Self::Taffeta => &[C::Clothing],
            Self::Copper
            | Self::Tin
            | Self::Lead
            | Self::Mercury
            | Self::Iron
            | Self::Brass
            | Self::Bronze
            | Self::Steel
            | Self::Zinc => &[C::Metals],
            Self::Gold | Self::Silver => &[C::Metals, C::PreciousObjects],
            Self::Timber => &[C::ConstructionMaterials, C::NavalMaterials, C::RawMaterials],
            Self::Brick | Self::Tile | Self::Slaves | Self::Marble => &[C::ConstructionMaterials],
            Self::SmallArms
            | Self::Armor
            | Self::Bows
            | Self::Cannons
            | Self::Falconets
            | Self::Arquebuses
            | Self::Saltpeter
            | Self::Sulfur
            | Self::Pikes => &[C::Weaponry],
            Self::Glass
            | Self::Hardware
            | Self::Trinkets
            | Self::Pottery
            | Self::Enamel
            | Self::Majolica
            | Self::Cauldrons
            | Self::Books
            | Self::Porcelain
            | Self::Candles
            | Self::Perfume
            | Self::Soap => &[C::Manufactures],
            Self::Saffron
            | Self::Malaguetta
            | Self::Cayenne
            | Self::Pepper
            | Self::Cinnamon
            | Self::Cloves
            | Self::Ginger
            | Self::Mace
            | Self::Capsicum
            | Self::Vanilla
            | Self::Pimento
            | Self::Nutmeg
            | Self::Cumin
            | Self::Mastic => &[C::Spices],
            Self::Camphor
            | Self::Rhubarb
            | Self::Tobacco
            | Self::SweetPotato
            | Self::Quinine
            | Self::Cocoa
            | Self::Aloe
            | Self::Senna
            | Self::Galipot
            | Self::Kotus
            | Self::Kola
            | Self::Opium => &[C::Drugs],
            Self::Carpets | Self::Manuscripts | Self::Tapestries | Self::Carvings | Self::Icons => &[C::ArtObjects],
            Self::Amber
            | Self::Coral
            | Self::Relics
            | Self::Pearls
            | Self::Diamonds
            | Self::Sapphires
            | Self::Rubies
            | Self::Emeralds
            | Self::Onyxes
            | Self::Ivory => &[C::PreciousObjects],
            Self::Wool | Self::Flax | Self::Cotton | Self::Hemp | Self::RawSilk => &[C::Fibers],
            Self::Alkanet
            | Self::Puccoon
            | Self::Kermes
            | Self::Brazilwood
            | Self::Alum
            | Self::Vermilion
            | Self::Verdigris
            | Self::Indigo
            | Self::Ochre
            | Self::Woad
            | Self::Madder
            | Self::Orchil
            | Self::Cochineal
            | Self::Catechu
            | Self::Sandalwood => &[C::Dyestuffs],
            Self::Pitch
            | Self::Sails
            | Self::Cordage
            | Self::Barques
            | Self::Galliots
            | Self::Galleys
            | Self::Caravels
            | Self::Roundships => &[C::NavalMaterials],
            Self::Salt
            | Self::Tallow
            | Self::Wax
            | Self::Barrels
            | Self::Cork
            | Self::Coal
            | Self::Potash
            | Self::Natron
            | Self::Chalk
            | Self::Hides
            | Self::Paper => &[C::RawMaterials],
        }
    }

    /// Animals and slaves walk by land; all else is carried (RN-30.4).
    pub const fn walks(self) -> bool {
        matches!(self, Self::Horses | Self::Cattle | Self::Sheep | Self::Slaves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goods_are_read_by_name_and_stand_in_their_classes() {
        assert_eq!(Good::of_key("Cloth of gold"), Some(Good::ClothOfGold));
        assert_eq!(Good::Sugar.classes(), [GoodClass::Food, GoodClass::Spices, GoodClass::Drugs], "RN-44.1");
    }
}
